"""The signs without which no text says that something ended. Apart from the claims, which cost more to load."""

from __future__ import annotations

_SIGNS = (
    *("stopped using", "quit using", "longer use", "not use", "n't use", "never use"),
    *("switched from", "moved from", "migrated from", "changed from", "replaced ", "instead of", "rather than"),
    *("不再", "停用", "弃用", "不用", "换", "改成", "改用", "迁移到", "转到", "代替", "取代"),
)


def may_end(plain: str) -> bool:
    """Whether a text with single spaces has one of them."""
    small = plain.casefold()
    return any(sign in small for sign in _SIGNS)

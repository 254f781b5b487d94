"""MEMORY.md before it holds anything, and which of its sections a fact belongs to.

The choice is a table that a person can read: the first section one of whose words stands in the fact.
"""

from __future__ import annotations

from clew.text.characters import caseless, is_unspaced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.text.sections import Outline, Section

TEMPLATE = """\
# Long-term Memory

This file stores important information that should persist across sessions.

## User Information

(Important facts about user)

## Preferences

(User preferences learned over time)

## Important Notes

(Things to remember)

## Configuration

- Model preferences
- Channel settings
- Skills enabled
"""

USER, PREFERENCES, NOTES, CONFIGURATION = "User Information", "Preferences", "Important Notes", "Configuration"

# What stands there until the section has a fact.
PLACEHOLDERS = {
    USER: ("(Important facts about user)",),
    PREFERENCES: ("(User preferences learned over time)",),
    NOTES: ("(Things to remember)",),
    CONFIGURATION: ("- Model preferences", "- Channel settings", "- Skills enabled"),
}

# Other names that a person may give a section, on the command line and in the file.
NAMES = {
    USER: (USER, "User", "User Info", "About the User", "用户信息", "用户", "个人信息", "关于用户"),
    PREFERENCES: (PREFERENCES, "Preference", "User Preferences", "偏好", "用户偏好", "偏好设置", "喜好"),
    NOTES: (NOTES, "Notes", "Important", "重要事项", "重要笔记", "重要信息", "注意事项", "备忘"),
    CONFIGURATION: (CONFIGURATION, "Config", "Settings", "配置", "设置", "配置信息"),
}

_PREFERS = """
prefer prefers preferred preference like likes love loves dislike dislikes hate hates favorite favourite want wants
style tone emoji emojis concise brief verbose reply replies respond answer answers output tabs spaces
偏好 喜欢 更喜欢 偏爱 喜好 讨厌 不喜欢 希望 习惯 风格 语气 表情 回复 回答 输出 简短 简洁 详细
"""
_CONFIGURES = """
model models channel channels skill skills config configuration configured setting settings enabled disabled endpoint
port plugin plugins provider webhook bot
模型 频道 渠道 通道 技能 配置 设置 启用 停用 端口 插件 接口 机器人
"""
_IS_ABOUT_THE_USER = """
name named called lives birthday born occupation job works profession company employer timezone email phone address
speaks language languages environment laptop editor shell os linux macos windows hobby hobbies wife husband
名字 姓名 名叫 叫做 我叫 称呼 住在 生日 出生 职业 工作 公司 任职 时区 邮箱 电话 地址 母语 语言 环境 电脑 编辑器 系统 爱好
"""

_WORDS = {
    CONFIGURATION: frozenset(_CONFIGURES.split()),
    PREFERENCES: frozenset(_PREFERS.split()),
    USER: frozenset(_IS_ABOUT_THE_USER.split()),
}


def section_for(text: str) -> str:
    """The section of a fact that asks for none; what no word places is an important note."""
    plain = caseless(text)
    words = {word.strip("'") for word in _spaced(plain).split()}
    for section, known in _WORDS.items():
        if any(word in words if word.isascii() else word in plain for word in known):
            return section
    return NOTES


def section_names(asked: str) -> tuple[str, ...]:
    """All titles under which the section that is asked for may stand in the file; its own comes first."""
    key = caseless(asked.strip())
    for names in NAMES.values():
        if key in map(caseless, names):
            return names
    return (asked.strip(),)


def placeholder(outline: Outline, section: Section) -> tuple[int, int] | None:
    """From which line to which the template's own words stand, where the section holds nothing else."""
    for title, lines in PLACEHOLDERS.items():
        if caseless(section.title) == caseless(title):
            own = [at for at in range(section.body, section.own) if outline.lines[at].strip()]
            if tuple(outline.lines[at].strip() for at in own) == lines and own[-1] - own[0] + 1 == len(lines):
                return own[0], own[-1] + 1
    return None


def _spaced(text: str) -> str:
    """Letters and digits only, Chinese split off: the words of other scripts stand alone."""
    return "".join(char if (char.isalnum() or char == "'") and not is_unspaced(char) else " " for char in text)

"""Words about notes and sync."""

TEXTS = {
    "no-segment": ("there is no segment “{heading}” in it", "其中没有段“{heading}”"),
}

"""Words of `clew_remember`."""

TEXTS = {
    "title": ("Remember a fact", "记住一条事实"),
    "help": (
        "Remember one lasting fact in long-term memory: about the person, a preference, a standing agreement. One sentence. Never instead of clew_save.",
        "把一条长期有效的事实记入长期记忆（remember）：关于用户、偏好、约定。一句话。不能代替 clew_save。",
    ),
    "@section": ("project: of this project only", "project：只属于本项目"),
}

"""Words of `clew prompt`."""

TEXTS = {
    "help": (
        "Print the system prompt that the workspace makes, in PicoClaw's layout",
        "按 PicoClaw 的布局输出由工作区组成的系统提示词",
    ),
    "help.more": (
        "Who the agent is, AGENT.md, SOUL.md and USER.md, the skills, long-term memory and the daily notes of three days, as they are: no budget, no fence. For the block that an agent gets at its start see clew context.",
        "包括智能体的身份、AGENT.md、SOUL.md、USER.md、技能、长期记忆和最近三天的每日笔记，均为原文：没有预算限制，也没有围栏。智能体启动时得到的内容请见 clew context。",
    ),
}

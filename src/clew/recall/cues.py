"""Words that are looked for in passages though nobody asked for them: as terms, so that each passage is read once."""

from __future__ import annotations

from clew.text.terms import terms_of

OWN = frozenset(terms_of("I my me mine we our us myself 我 我们 我的 咱们"))
TIMES = frozenset(
    terms_of(
        "yesterday today tomorrow tonight ago last next week weekend month year day morning evening afternoon night"
        " recently lately since earlier soon later"
        " 昨天 今天 明天 前天 昨晚 今晚 上周 下周 本周 周末 上个 下个 月份 去年 今年 明年 早上 晚上 上午 下午 之前 以后 刚刚"
    )
) - frozenset("昨今明前上下本周末个月份去年早晚午之以后刚天")
NUMBERS = frozenset(
    terms_of(
        "one two three four five six seven eight nine ten dozen couple few several twice once half hundred thousand"
    )
)
COURTESIES = frozenset(
    terms_of(
        "wow thanks thank hey hi hello great awesome cool sounds glad congrats congratulations amazing yeah yep yes"
        " absolutely definitely 谢谢 你好 哈哈 好的 太好了 恭喜"
    )
)

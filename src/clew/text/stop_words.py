"""Words that a question is made of and that say nothing of what is asked. They are left out of queries, never of texts.

A short list of our own: the lists that packages bring take `not`, `first`, `last`, `may`, `name`, `work` with them, and
cost three points of recall where this one gains four (docs/decisions/0014).
"""

from __future__ import annotations

from clew.text.late import late

ENGLISH = frozenset(
    """
    a about am an and are as at be been being but by can could did do does doing for from had has have having he her
    here him his how i if in into is it its me my of on or our she should so than that the their them there these they
    this those to too us very was we were what when where which who whom whose why will with would you your
    d ll m re s t ve
    """.split()  # noqa: SIM905 - words read as words
)
# Asking words, taken out where they stand in a run of Chinese.
ASKING = late(
    "(?:是|在|有|叫)?(?:什么时候|什么时间|什么地方|为什么|什么样|什么|怎么样|怎么办|怎么|怎样|如何|哪一|哪些|哪个|哪里|哪儿|哪位|哪年|哪天|哪种|多少|多久|谁)"
    "|是否|是不是|有没有|能不能|请问|请告诉我|告诉我|关于|[吗呢](?=\\W|$)"
    "|什麼時候|什麼時間|什麼地方|為什麼|什麼樣|什麼|怎麼樣|怎麼辦|怎麼|怎樣|哪裡|哪兒|哪個|請問|告訴我|關於|嗎(?=\\W|$)"
)
# Characters that only hold a sentence together: alone they ask for nothing, a pair with one of them for less.
BINDING = frozenset("的了是在和与與及或就都也很把被这這那之其而于於以为為吧啊呀")

"""Every weight of the ranking, in one place. `python3 do.py bench tuning` chose them and chooses them again;
what no question of its data asks for was set by hand (docs/decisions/0018-the-ranking.md).

A score is a sum, and all of it is in one unit: what a term is worth that one passage in e has (its `idf`). So a cue
of 2 weighs as much as a word that every seventh passage holds. Where a cue is missing, it adds nothing.
"""

from __future__ import annotations

# --- the words of the question, in the passage and around it -------------------------------------------------------
SATURATION = 0.9  # how soon a word that stands there again adds nothing (BM25's k1)
LENGTH = 0.3  # how much a long passage is doubted (BM25's b); passages are of one size, so little
STRANGERS = 300  # a home with few passages cannot know which words are rare: as if there were so many more
BESIDE = (0.5, 0.2)  # a word in the next passage, and in the one after that, as a fraction of a word here
LABEL = 0.4  # a word in the heading, the title or a tag
KIN = 0.4  # a word of the same family, as a fraction of the word that was asked for
MEANT = 0.6  # a word that looks like one that stands nowhere, as a fraction of it
TEXT = 0.37
BREADTH = 0.56  # how much of the question stands in the passage itself; rare words count twice
SEGMENT = 0.1  # how much of it stands somewhere in the same segment, or section
BEST = 0.33  # how well the best passages of that segment fit

# --- cues -----------------------------------------------------------------------------------------------------------
PHRASE = 6.0  # it has what stands in quotes
SAID = 2.23  # it is said by whom the question names
OWN = 0.67  # somebody tells of themselves
OPENS = 0.23  # it opens its segment: what is new is told first
ANSWERS = 0.18  # the question that it answers asks for this
AGAIN = -0.15  # others of the same segment stand before it; times the root of their number
WHEN = 2.0  # the question asks for a time and there is one
AMOUNT = 1.0  # it asks for a number and there is one
DAYS = 4.16  # it names days, and the passage was written then
DAYS_AFTER = 14  # or soon after: what happened is told later
NOW = 3.0  # it asks for how things are now: the newest
PINNED = 0.7
OVER = -2.5  # it says of itself that it is over
SIMILAR = 1.0  # for each standard deviation that a model finds it more alike

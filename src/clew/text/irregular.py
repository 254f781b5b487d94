"""English words whose forms no rule connects. A question asks "when did she go"; the memory says "I went".

Left out are forms that mean something else at least as often: ground, wound, bound, rose, bore, lives, leaves.
"""

from __future__ import annotations

_FORMS = """
arise arose arisen
awake awoke awoken
beat beaten
become became
begin began begun
bend bent
bite bit bitten
bleed bled
blow blew blown
break broke broken
breed bred
bring brought
build built
burn burnt
buy bought
catch caught
choose chose chosen
cling clung
come came
creep crept
deal dealt
dig dug
do did done does
draw drew drawn
dream dreamt
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
feed fed
feel felt
fight fought
find found
flee fled
fling flung
fly flew flown
forbid forbade forbidden
forget forgot forgotten
forgive forgave forgiven
freeze froze frozen
get got gotten
give gave given
go went gone goes
grow grew grown
hang hung
have had has
hear heard
hide hid hidden
hold held
keep kept
kneel knelt
know knew known
lay laid
lead led
learn learnt
leave left
lend lent
lie lain
light lit
lose lost
make made
mean meant
meet met
mistake mistook mistaken
pay paid
prove proven
ride rode ridden
ring rang rung
rise risen
run ran
say said
see saw seen
seek sought
sell sold
send sent
shake shook shaken
shine shone
shoot shot
show shown
shrink shrank shrunk
sing sang sung
sink sank sunk
sit sat
sleep slept
slide slid
speak spoke spoken
spend spent
spin spun
spring sprang sprung
stand stood
steal stole stolen
stick stuck
sting stung
strike struck stricken
strive strove striven
swear swore sworn
sweep swept
swell swollen
swim swam swum
swing swung
take took taken
teach taught
tear tore torn
tell told
think thought
throw threw thrown
understand understood
wake woke woken
wear wore worn
weave wove woven
weep wept
win won
write wrote written
withdraw withdrew withdrawn
overcome overcame
undo undid undone
redo redid redone
rebuild rebuilt
rewrite rewrote rewritten
child children
person people
man men
woman women
foot feet
tooth teeth
goose geese
mouse mice
knife knives
wife wives
shelf shelves
wolf wolves
half halves
self selves
index indices
matrix matrices
vertex vertices
criterion criteria
phenomenon phenomena
analysis analyses
"""

IRREGULAR = {form: first for first, *forms in map(str.split, _FORMS.strip().splitlines()) for form in forms}

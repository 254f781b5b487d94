"""clew put into the settings of other people's agents, and taken out again.

Decided purely: `formats` change the bytes of one file, `plan` says which files of an agent become what. `carrying` reads
and writes. Nothing that clew did not add is ever replaced: what cannot be edited without that is left alone.
"""

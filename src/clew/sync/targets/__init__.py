"""The remotes that a sync knows, one file each, found by its name: `clew sync NAME`.

A file declares `is_set(place)`, whether the user has set it up, and `link(place, keeps=…)`, which opens both sides.
"""

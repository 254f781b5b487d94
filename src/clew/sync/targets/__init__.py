"""Remotes, one file each, found by the name that a person gives to `clew sync`."""

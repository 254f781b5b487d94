"""Passages found by what they mean: a model on this machine, the vectors of all passages, the likest ones.

Optional. Nothing of it is loaded, and no file of it is there, before somebody runs `clew index --embed`.
"""

"""Memories for other programs, one file for each form."""

"""Keeping what is here and what is there the same: published notes on a notes service, a library on a git remote."""

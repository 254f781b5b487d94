"""A question to passages, best first: reading the question, candidates, signals, ranking. The ranking is pure."""

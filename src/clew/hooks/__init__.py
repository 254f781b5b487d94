"""What a conversation is told while it runs, and what is noted of it. Hooks of other people's agents come here.

Nothing here asks a model, starts a process or writes into a memory.
"""

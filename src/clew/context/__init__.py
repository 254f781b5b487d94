"""What an agent gets to read when it starts: one block within a budget, and the receipt of what went in."""

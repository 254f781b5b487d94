"""What `clew doctor` finds out: where things are, and what is not well. Each room of the house is one file in `rooms/`."""

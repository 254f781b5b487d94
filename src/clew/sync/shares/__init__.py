"""What of a home goes to a target: the notes published from memories, the files of the library. One file each."""

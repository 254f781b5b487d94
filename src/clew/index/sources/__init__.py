"""Where passages come from: the library's memories, the workspace, extra folders. One file each."""

"""The summary of a person that a new conversation starts from: worded from current memories, and from nothing else."""

"""Who and what a person's memories connect, and how: read from each memory, written with it, walked by questions.

``told*`` read a statement and ``asked*`` a question (pure); ``store`` writes, ``paths`` walks, ``drawing`` lists.
"""

"""Lists of memories that people bring along from elsewhere: how they are read, worded, previewed and taken in."""

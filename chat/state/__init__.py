"""Session state (S5), read turn by turn from what the person says: `update` is the door, the others read."""

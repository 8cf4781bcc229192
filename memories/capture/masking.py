"""Finds secrets in a text: keys, tokens, passwords, cards, identity numbers. Pure."""

from memories.capture import masking_labels, masking_shapes

MASK = "•"


def secrets(text: str) -> list[tuple[int, int]]:
    """The stretches of a text that hold a secret, in order, without overlaps."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted([*masking_shapes.found(text), *masking_labels.found(text)]):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def masked(text: str) -> str:
    """The text with each secret replaced by dots of the same length, so that offsets hold."""
    for start, end in secrets(text):
        text = text[:start] + MASK * (end - start) + text[end:]
    return text

"""How much work a call is, by ratios within one run: a clock's own figure says more about the machine."""

import time
from collections.abc import Callable


def seconds(work: Callable[[], object], *, times: int = 3) -> float:
    """The least processor time of this thread that `work` took of so many calls: others' load is not in it."""
    least = float("inf")
    for _ in range(times):
        began = time.thread_time()
        work()
        least = min(least, time.thread_time() - began)
    return least


def growth(work: Callable[[int], object], *, size: int) -> float:
    """How many times the work of `size` four times as much takes: 4 where it grows evenly, 16 by its square."""
    return seconds(lambda: work(4 * size)) / seconds(lambda: work(size))

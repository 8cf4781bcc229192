"""What a running task tells to a question: its course, its goal, and what a step brought. Both languages; pure."""

# ruff: noqa: E501

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from memories.recall.tokens import CHINESE_STOP_CHARACTERS, has_chinese, is_single_character, tokens
from memoryhub import patterns as re

if TYPE_CHECKING:
    from chat.working import StepShown, TaskShown


class Part(StrEnum):
    """What of a task is told."""

    GOAL = "goal"
    NEXT = "next"
    LEFT = "left"
    DONE = "done"
    PROGRESS = "progress"
    ALL_DONE = "all_done"


@dataclass(frozen=True, slots=True)
class Told:
    """One part of a task: the words of its goal or of a step, the result of that, and of how many steps how many are done."""

    part: Part
    words: str = ""
    result: str = ""
    done: int = 0
    of: int = 0


_GOAL = re.compile(
    r"\b(?:what|which)\b[^?]{0,20}\b(?:goal|aim|objective|task|purpose)(?: (?:again|now|here|(?:of|for|in) (?:this|the|our) (?:task|plan|chat)|(?:are|is|do) (?:we|you|there|running)[^?]{0,16}))?\W*$|\bwhat (?:task|job|project)?[^?]{0,12}\b(?:are|were|am) (?:we|i|you) (?:currently |now )?(?:working on|doing (?:here|right now|at the moment)|up to|busy with|trying to (?:do|achieve))"
    r"|(?:目标|目的|任务)(?:是|叫)?(?:什么|啥|哪个)|(?:什么|哪个|啥)(?:任务|目标)|(?:我们|咱们?|你|^)(?:现在)?(?:正?在)(?:做|忙|干|搞|弄)(?:什么|啥)(?:事|任务)?[呢啊呀\W]*$",
    re.IGNORECASE,
)
_NEXT = re.compile(
    r"\bnext (?:step|one|task|thing|item|point)\b|\b(?:current|present) (?:step|point)\b|\bwhat(?:['’]s| is| comes| do (?:we|i|you) do| should (?:we|i) do| are (?:we|you) doing| have (?:we|i) to do| must (?:we|i) do| to do)? (?:up )?next\b"
    r"|\b(?:which|what) step (?:are|am|is|do|comes?|now|should|must)\b|\bwhere (?:are|were) (?:we|you) (?:in|with|on) (?:the|our|this|your) (?:task|plan|steps?|list)\b|\bwhat (?:do|should|must|shall) (?:we|i) do now\b"
    r"|下一?(?:步|个步骤|项|件事)|下面(?:该|要|做|是)|接下来(?:该|要|是|做|干)|接着(?:该|要|做|干)|(?:当前|现在|目前|这)(?:是|在|做|到|该|的)*(?:哪(?:一)?步|第几步|什么步骤|步骤)|(?:做|进行|走|干)到(?:了)?(?:哪|第几)(?:一)?步?|现在(?:该|要)(?:做|干)(?:什么|啥)",
    re.IGNORECASE,
)
_LEFT = re.compile(
    r"\bwhat(?:['’]s| is| are| else is|steps are)?(?: still| there)* (?:left|remaining|outstanding|to be done|to do)(?: (?:to (?:be )?do(?:ne)?|now|then|there|(?:on|in|of) (?:the|our|this) (?:task|plan|list)|for (?:us|me|you)(?: to do)?))*\W*$|\bwhat (?:remains(?: to (?:be )?do(?:ne)?)?\W*$|else (?:do|must|should|have) (?:we|i))\b|\bwhat (?:do|have|must) (?:we|i) still (?:have |need |got )?(?:to do|do)\b|\b(?:which|what|how many) (?:steps|things|tasks|points)\b[^?]{0,24}\b(?:left|remain\w*|open|missing|to do|to go|not done|still)\b|\bwhat (?:have|has)(?:n['’]t| (?:we|i) not)[^?]{0,16}\bdone\b|\bwhat still (?:has|needs|have) to\b(?! be (?:decided|settled|agreed))"
    r"|还(?:有|剩下?|差|缺)(?:下)?(?:什么|哪些|啥|几|多少)(?:步|步骤|事情?|事儿|项|件)?(?:要|没|需要|得)?(?:做|办|干|完成|弄|没)?(?:完|好)?(?:的|了|呢|吗|没)*\W*$|还(?:要|需要|得|该)(?:做|办|干|完成)(?:什么|哪些|啥|几)|(?:哪些|什么|哪几?步|几步|哪些步骤|哪些事)(?:还)?(?:没|未)(?:有)?(?:做|办|完成|干|弄)|剩下?(?:的|什么|哪些|几|多少)(?:步|事)?",
    re.IGNORECASE,
)
#: What is still to be decided is an open point, and no step.
_DECIDING = re.compile(
    r"\b(?:decid|settl|agree|choos)\w*|定|商量|确认|钱|天(?!的任务)|个?月|小时|分钟", re.IGNORECASE
)
_DONE = re.compile(
    r"\bwhat (?:have|has|did|was|is|were)\b[^?]{0,30}\b(?:done|finished|completed|achieved|accomplished|got done|do) (?:so far|already|yet|until now|up to now|by now)|\bwhat (?:have|did) (?:we|i|you) (?:already |so far )?(?:done|do|finish(?:ed)?|complete[d]?|achieve[d]?|got done)\W*$|\b(?:which|what) (?:steps|things|points|tasks)\b[^?]{0,20}\b(?:done|finished|complete[d]?)\b|\bwhat (?:is|['’]s|was) (?:already )?done\b"
    r"|(?:已经|都|我们)*(?:完成|做完|办完|做好|办好|搞定)(?:了)?(?:哪些|什么|啥|哪几)|(?:哪些|什么|哪几?步|哪几个)(?:步骤|事情?|事儿)?(?:已经|都|是)*(?:完成|做完|办完|做好|办好|搞定)|(?:已经|都)做了(?:什么|哪些|啥)",
    re.IGNORECASE,
)
_PROGRESS = re.compile(
    r"\bhow far (?:are|have|did|along|is)\b[^?]{0,10}\b(?:we|i|you|it|the (?:task|plan))\b(?! (?:from|to|away|apart))|\bprogress\b|\bhow(?:['’]s| is) (?:the|our|this) (?:task|plan) (?:going|coming|doing)|\bhow (?:is|are) (?:it|we|things) (?:going|coming along|getting on|doing) with (?:the|our|this) (?:task|plan)|\bare (?:we|all (?:the )?steps) (?:done|finished)\b|\bis (?:the|our|this) (?:task|plan) (?:done|finished|complete)|\bstatus of (?:the|our|this) (?:task|plan)|\b(?:task|plan) status\b"
    r"|进度|进展|(?:做|完成|办|弄|搞)(?:得|的)?(?:怎么样|怎样|如何|多少|几步)了?|(?:任务|计划)(?:做完|完成|结束|好)了(?:吗|没)|(?:全部|都)(?:做完|完成)了(?:吗|没)",
    re.IGNORECASE,
)

#: Words of a question that say nothing of what it is about.
_ASKING = re.compile(
    r"\b(?:who|whom|what|which|when|where|why|how|much|many|did|find|found|get|got|came|come|pick|picked|choose|chose|chosen|decide|decided|take|took|book|booked|step|result|results|outcome|now|again|remind|tell|know|out|end|there|one|cost|costs|price|quot(?:e|ed|es)|charge[ds]?|want(?:s|ed)?|ask(?:s|ed)?|say|said|offer(?:s|ed)?|name|called|long|day|date|time|with|from)\b"
    r"|什么时[候间]|什么|几[号点个位月天条家间]?|多少|怎么样?|哪[里儿个家天些位种]?|谁|结果|步骤|找的|选的|订的|定的|是不是|有没有|来着|现在|刚才|请问|我们|咱们|最后|到底|时候|钱|是|了|的|呢|吗",
    re.IGNORECASE,
)
_MOST = 3


def find(question: str, task: "TaskShown | None") -> tuple[Told, ...]:
    """The parts of a running task that a question asks for; none without a task, or where it asks for something else."""
    if task is None:
        return ()
    done = [step for step in task.steps if step.done]
    left = [step for step in task.steps if not step.done]
    found: list[Told] = []
    if _GOAL.search(question):
        found.append(Told(Part.GOAL, task.goal))
    if _PROGRESS.search(question):
        found.append(Told(Part.PROGRESS, done=len(done), of=len(task.steps)))
        found += _next(task)
    elif _LEFT.search(question) and not _DECIDING.search(question):
        found += [Told(Part.LEFT, step.text) for step in left] or [Told(Part.ALL_DONE)]
    elif _NEXT.search(question):
        found += _next(task)
    elif _DONE.search(question):
        found += [Told(Part.DONE, step.text, _short(step.result)) for step in done]
        found = found or [Told(Part.PROGRESS, done=0, of=len(task.steps)), *_next(task)]
    return tuple(found) or _of_steps(question, task.steps)


def of_the_course(question: str) -> bool:
    """Whether a question asks how the task stands, and not for what a step brought."""
    return any(pattern.search(question) is not None for pattern in (_GOAL, _PROGRESS, _LEFT, _NEXT, _DONE))


def _next(task: "TaskShown") -> list[Told]:
    step = next((one for one in task.steps if one.position == task.current), None)
    return [Told(Part.NEXT, step.text)] if step else [Told(Part.ALL_DONE)]


def _of_steps(question: str, steps: Sequence["StepShown"]) -> tuple[Told, ...]:
    """The steps, done ones with their result, that have all words of what the question is about, or most of its pairs."""
    words = _ASKING.sub(" ", question)
    words = "".join(" " if each in CHINESE_STOP_CHARACTERS else each for each in words)
    about = {each for each in tokens(words) if not is_single_character(each)}
    if not about:
        return ()
    enough = 0.6 if has_chinese(question) else 1.0
    shares = [(len(about & set(tokens(f"{step.text} {step.result}"))) / len(about), step) for step in steps]
    best = max((share for share, _step in shares), default=0.0)
    if best < enough:
        return ()
    fits = [step for share, step in shares if share == best]
    fits = [step for step in fits if step.done] or fits
    return tuple(
        Told(Part.DONE, step.text, _short(step.result, about=about))
        if step.done
        else Told(Part.LEFT, step.text)
        for step in fits[-_MOST:]
    )


_LONGEST = 300
_LINES = re.compile(r"\n+|(?<=[。！？；])|(?<=[.!?;]) ")


def _short(result: str, *, about: Collection[str] = ()) -> str:
    """The result; of a long one the line that is asked about, or its beginning."""
    line = " ".join(result.split())
    if len(line) <= _LONGEST:
        return line
    lines = [" ".join(each.split()) for each in _LINES.split(result) if each.strip()]
    best = max(lines, key=lambda each: len({*about} & set(tokens(each))), default="")
    line = best if {*about} & set(tokens(best)) else line
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"

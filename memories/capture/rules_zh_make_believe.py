"""What a Chinese message only plays: 假装我…, and a poem, a story or a game in which 我 is a figure. Pure."""

from collections.abc import Sequence

from memories.capture import rules_zh_patterns as patterns
from memories.capture.rules_zh_clause import Clause, Mood

#: What is made up, and so holds no "I" but a figure.
_WORK = (
    r"(?:(?:小?诗|诗歌|词|小?故事|童话|寓言|传说|小说|剧本?|短剧|话剧|剧情|情节|剧集|脚本|歌词?|游戏|副本|漫画|番外|同人文?|段子|相声|小品|独白|对白"
    r"|设定|场景|情景|情境|世界观|电影|短片|平行(?:世界|宇宙|时空)|幻想世界|架空世界|另一个(?:世界|宇宙|时空|人生)))"
)
_WHICH = r"(?:(?:在|而|且)?(?:[这那该此]|你写的|我的|你的|我们的)?(?:一)?(?:个|首|篇|部|段|本|场|款|支)?)"
#: 诗里我是…, 故事中的我叫…; 小说里我最喜欢《三体》 speaks of the one who reads.
_FIGURE = (
    rf"{_WHICH}{_WORK}(?:里面?|中|内|当中|之中)的?,?"
    r"(?:我|主角是我)(?!最|读|看|玩|听|写|常|经常|一般|认识|学|推荐|印象)"
)
_IN_WORK = rf"{_WHICH}{_WORK}(?:里面?|中|内|当中|之中)"
_SELF_IN_WORK = (
    rf"我(?:就)?在{_WHICH}{_WORK}(?:里面?|中)(?:的身份|的角色|的名字)?(?:是|叫|住|当|变成|成了|化身)"
)
_LEADING = r"(?:主角|主人公|男主角?|女主角?|叙述者|讲述者|第一人称)(?:就|也)?(?:是|用)我(?![们的])|(?:以|拿|把)我(?:为|做|当|当成|作为)(?:主角|主人公|男主角?|女主角?|原型)"
_PRETEND = (
    r"(?:假装|假想|装作|装成|设想|想象|幻想|试想|假设|假定|权当|姑且当|就当|只当|当作|当成)(?:一下|说|着|是|作|,|现在|此刻|今天|明天|有一天)*(?:我(?!国|校|司|方|没(?:说|问|提|讲|记错|看错|弄错)|刚才|从来|什么|记得|理解)|自己)"
    r"|把我(?:当成|当作|当做|想象成|看成|看作)"
)
#: Words to the one who is asked, before the asking.
_ASKING = (
    r"(?:请|麻烦|你|您|我们|咱们?|让我们|大家|现在|那|那么|就|先|来|一起|可以|能不能|试着|再|首先|接下来|好)*"
)
#: What is supposed for a question holds for its sentence: 假设我有一百万，怎么投资？我今年四十岁.
_SUPPOSED = rf"{_ASKING}(?:假设|假定|设想|权当|姑且当|就当|只当)"
_SETTING = r"(?:我的|以下是)?(?:角色|人物|背景|故事|剧情|世界观?)?(?:设定|人设|剧情|情景|场景|情境)(?:如下|是|是这样的?)?"
#: 写个故事，里面我是船长: what is asked for is named in the clause before.
_INSIDE = r"(?:在)?(?:里面|其中|里头|当中)的?,?我(?:是|叫|住|有|养|当|会|讨厌|喜欢|爱|恨|怕|在)"
_ASKS_FOR_WORK = rf"(?:写|编|创作|作|讲|来|画|设计|构思|续)[^,]{{0,12}}{_WORK}$"
_TO_EXAMPLE = r"(?:比方|比如|譬如|例如|打比方)(?:说)?,?(?:如果)?我"

_REAL = (
    r"(?:但是?|不过|可是?|而|然而|其实|当然|好了?|嗯|,)*"
    r"(?:(?:在)?(?:现实|真实|实际)(?:生活|世界|情况)?(?:中|里|上)?|回到现实|说(?:真的|正经的|回来)|言归正传|话说回来|其实|真正的我|真实的我|我(?:本人|自己)(?:其实|真的)|我(?:真|真的|确实|的确))"
    r"|对了|另外|顺便|还有,|(?:但是?|不过|可是?|所以)我"
)


def played(parts: Sequence[Clause], *, playing: bool, opening: bool) -> bool:
    """Takes the statements of a sentence for suppositions where it plays; whether what follows it is played too.

    ``playing``: what came before was; ``opening``: it is the first sentence of the message. What is real in spite of it says so.
    """
    example, on = False, playing
    for index, clause in enumerate(parts):
        if begins(clause, parts[index - 1] if index else None):
            playing, on = True, not patterns.match(_SUPPOSED, clause.text)
        elif playing and (clause.explicit or patterns.match(_REAL, clause.text)):
            playing = on = False
        elif opening and index == 0 and patterns.match(_TO_EXAMPLE, clause.text):
            example = True
        if (playing or example) and clause.mood in (Mood.STATEMENT, Mood.TALK):
            clause.mood = Mood.SUPPOSITION
    return playing and on


def begins(clause: Clause, former: Clause | None) -> bool:
    """Whether what is said from this clause on is played."""
    text = clause.text
    if patterns.match(rf"{_ASKING}(?:{_PRETEND})", text) or patterns.fullmatch(_SETTING, text):
        return True
    if clause.mood is Mood.REQUEST and patterns.search(_PRETEND, text):
        return True
    if patterns.search(rf"{_FIGURE}|{_SELF_IN_WORK}|{_LEADING}", text) or patterns.fullmatch(_IN_WORK, text):
        return True
    return (
        former is not None
        and patterns.search(_ASKS_FOR_WORK, former.text) is not None
        and patterns.match(_INSIDE, text) is not None
    )

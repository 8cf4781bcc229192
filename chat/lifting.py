"""The conditions that a message seems to lift; they stand until the person removes them. Both languages; pure."""

# ruff: noqa: E501

from collections.abc import Sequence

from chat import constraints_en, constraints_zh
from memories.recall.tokens import is_single_character, tokens
from memoryhub import patterns as re

#: "You may book now", "现在可以付款了": what was to wait or not to be done may be done.
_PERMITS = re.compile(
    r"\b(?:you (?:may|can|are (?:now )?(?:allowed|free) to)|go ahead|feel free to|(?:it['’]s|it is) (?:now )?(?:ok(?:ay)?|fine|all right) (?:now )?to|i (?:now )?(?:approve|agree|allow|permit)|i['’]ve (?:approved|agreed)|(?:may|can) (?:now )?be \w+(?: \w+){0,4} (?:now|after all|again)|permission granted)\b"
    r"|(?:现在|你|还是|其实|已经)?(?<!我)(?<!我们)(?<!不)(?<!没)(?:可以|能|准许|允许|准)(?!吗|不|怎|什).{1,16}(?:了|吧)|(?:^|[，。,])(?:现在|你|也|还是|其实|这次|今天)+(?:就|已经)?(?:可以|能)(?!吗|不|怎|什).{1,16}|我(?:已经)?(?:同意|批准|答应|确认|允许)了|放心.{1,8}吧|直接.{1,8}(?:就行|即可|就好|吧|也行)",
    re.IGNORECASE,
)
_FORBIDS_STILL = re.compile(
    r"\b(?:not|never|unless|until|only|nothing|nobody|no one)\b|n['’]t\b|不(?!用|必)|别|没|除非|等",
    re.IGNORECASE,
)
_QUESTION = re.compile(r"[?？]|[吗呢么]$")
_RULE = r"(?:rules?|conditions?|restrictions?|constraints?|limits?|bans?|caps?|ceilings?|prohibitions?)"
_RULE_ZH = r"(?:规定|条件|限制|要求|规矩|约束|禁令|禁忌|上限|约定|规则)"
_OVER_ZH = r"(?:取消|去掉|删掉|删除|撤销|撤回|撤掉|收回|作废|解除|忘掉|忘了|移除|拿掉|免了|废除|废掉|不算数?|不作数|不用(?:管|理|守|遵守)|不再(?:有效|适用|算数|需要)|不要了|算了|放宽|拿走)"
#: "Forget the rule about the landlord", "房东那条规定取消": the condition itself is to go.
_REMOVES = re.compile(
    rf"\b(?:forget|drop|remove|lift|cancel|scrap|delete|ignore|withdraw|abolish|waive|never mind|disregard|take back|undo|erase|get rid of)(?: about)? (?:the|that|this|my|those|these|all)\b[^.?!]{{0,30}}\b{_RULE}\b"
    rf"|\b{_RULE}\b[^.?!]{{0,40}}\b(?:no longer (?:applies|apply|holds?|counts?|stands?|matters?|necessary|needed|in force)|(?:is|are) (?:off|over|gone|lifted|void|history|not needed|dropped|cancell?ed|withdrawn)|(?:does|do)(?:n['’]t| not) (?:apply|hold|count|stand|matter)(?: any ?more| now| any longer)?)\b"
    rf"|{_RULE_ZH}[^。！？]{{0,6}}?{_OVER_ZH}|{_OVER_ZH}[^。！？]{{0,16}}?{_RULE_ZH}",
    re.IGNORECASE,
)
_KEEPS = re.compile(
    rf"(?:n['’]t|\bnot|\bnever) (?!mind)(?:\w+ )?(?:forget|drop|remove|lift|cancel|scrap|delete|ignore|withdraw|waive|disregard|erase)\b|(?:别|不要|不能|不许|没有?|千万别)[^，。]{{0,4}}{_OVER_ZH}",
    re.IGNORECASE,
)
#: Words of every permission: they name no condition.
_NO_TOPIC = re.compile(
    rf"\b(?:you|may|can|now|i|approve|agree|it|is|ok|okay|to|go|ahead|free|feel|the|before|ask|asking|without|my|me|be|about|forget|drop|remove|lift|cancel|no|longer|applies|any|more|that|this|never|mind|not|about|condition|do|don|does|{_RULE})\b"
    rf"|可以|现在|我|同意|了|前|先|直接|就行|去办|办吧|做吧|你|那条|这条|那个|这个|关于|的|{_RULE_ZH}|{_OVER_ZH}",
    re.IGNORECASE,
)
_WAITS = re.compile(
    r"\b(?:until|before(?= (?:i|you|we|any\w*|the|it|\w+ing)\b)|without|unless|approv\w+|ask)\b|(?<![点日号月])之?前|同意|批准|确认|问我|点头|允许",
    re.IGNORECASE,
)
#: What an agent does, in one character: 付钱 is 付款, 订餐 is 预订.
_DOES_ZH = re.compile(r"[付订买发寄签约改删退租转汇交]")
_DOES = re.compile(
    r"\b(book|pay|order|buy|send|sign|cancel|post|publish|contact|call|share|reserve|delete)(?:s|ing|ed|d)?\b",
    re.IGNORECASE,
)


def lifted(text: str, pins: Sequence[str]) -> tuple[str, ...]:
    """The conditions that a message seems to lift: those it has words of, and those that wait where it names none."""
    if not pins or _QUESTION.search(text):
        return ()
    rest = constraints_en.WAIVES_ANYWHERE.sub(" ", constraints_zh.WAIVES.sub(" ", text))
    waives = rest != text
    removes = _REMOVES.search(text) is not None and not _KEEPS.search(text)
    if not removes and (_FORBIDS_STILL.search(rest) or not (waives or _PERMITS.search(rest))):
        return ()
    said = {token for token in tokens(_NO_TOPIC.sub(" ", rest)) if not is_single_character(token)}
    does = _deeds(rest)
    named = tuple(pin for pin in pins if said & set(tokens(pin)) or does & _deeds(pin))
    if named:
        return named
    if removes:
        return tuple(pins)
    return tuple(pin for pin in pins if _WAITS.search(pin)) if waives or not said else ()


def _deeds(text: str) -> set[str]:
    return {*_DOES_ZH.findall(text), *(found.lower() for found in _DOES.findall(text))}

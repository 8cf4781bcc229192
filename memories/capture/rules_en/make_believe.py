"""What an English sentence only plays, gives as an example, or says not to be so: nothing of it is told."""

# ruff: noqa: E501

#: What is made up, and so holds no "I" but a figure.
from memoryhub import patterns as re

_WORK = (
    r"(?:[\w'-]+ )?(?:story|tale|fable|poem|verse|song|lyrics|play|screenplay|script|novel|musical|comic|scene|scenario|game"
    r"|campaign|(?:parallel|alternate|alternative|fictional|imaginary) (?:universe|world|reality|life))"
)
#: "In the game I play most" speaks of the one who plays.
_NO_FIGURE = (
    r"(?:play|read|like|love|enjoy|prefer|wrote|write|writing|saw|watch|watched|met|learn|learnt|learned|mention|mentioned|told"
    r"|said|made|finished|bought|like most|am writing|'m writing|'ve been|have|had)\b"
)

FICTION = re.compile(
    rf"\b(?:in (?:this|the|my|your|that|an?|our|another) {_WORK},? (?:i'm (?!(?:writ|read|play|mak|edit|work|design|direct|act|perform|appear|stag|produc|watch|rehears)ing)|my|i (?!{_NO_FIGURE}))"
    r"|(?:make|making) believe|for the sake of (?:the |an )?argument|(?:picture|envision) (?:me|myself|that i)\b"
    r"|with me as (?:the|its|your) (?:hero\w*|main|lead\w*|star|villain|narrator|protagonist|central)"
    r"|i(?:'m| am| will|'ll) (?:be )?play(?:ing)? (?:the role of|the part of|an? (?:character|figure)|a \w+ in (?:this|our) game)"
    r"|my character (?:is|has|hates|likes|loves|lives|was|wants)"
    r"|(?:story|tale|fable|poem|song|play|script|scene|game)[.;,:!]+ (?:in it|there),? (?:i'm|i|my)|in it,? i(?:'m| am) (?:an?|the|called|named|not)"
    r"|imagine|pretend|suppos(?:e|ing)|let'?s say|let us say|hypothetically|role-?play|role play"
    r"|act as|acting as|act like|as if i"
    r"|you are (?:now )?(?:an?|my|the|going to)\b|you're (?:now )?(?:an?|my)\b|you will (?:act"
    r"|play|be)|i want you to (?:act|be|play)"
    r"|i will (?:act|play|be the)|in this (?:story|game|novel|scenario|scene)|in (?:the|my) (?:story|game|novel|scenario|scene)(?=\s*$)|let's play"
    r"|play the role|for example|for instance"
    r"|you(?:'re| are| be|'ll be| play) (?-i:[A-Z])[\w-]+[, ]+(?:and )?(?:i'm|i am|i'll be|i be|"
    r"i play) (?-i:[A-Z])\w*"
    r"|i(?:'m|'ll be| am| be| play) (?-i:[A-Z])[\w-]+[, ]+(?:and )?you(?:'re| are| be|'ll be|"
    r" play) (?-i:[A-Z])\w*"
    r"|as an? (?:example|sample|test)(?: sentence| text| phrase| input| message)?"
    r"|(?:example|sample|test|dummy) (?:sentence|phrase|text|input|message)"
    r"|(?:example|sample)(?=\s*[:=])"
    r"|e\.g\.|what if|say i|assume|assuming|once upon a time)\b",
    re.IGNORECASE,
)
#: "I'm not saying I like cilantro", "it's not true that I'm a vegetarian": what follows is not said.
DENIES = re.compile(
    r"i(?:'m| am)? ?(?:not (?:saying|claiming|suggesting|telling)|(?:have )?never (?:said|claimed|told (?:you|anyone))|"
    r"(?:didn'?t|did not|haven'?t|have not|wouldn'?t|don'?t|do not) "
    r"(?:say|said|claim|claimed|tell (?:you|anyone)|mean))\b"
    r"|(?:it|that)(?:'s| is)(?:n'?t| not) (?:true|the case|as if|like|correct)\b"
    r"|it isn'?t (?:true|as if|like)\b|not that (?:i|my)\b",
    re.IGNORECASE,
)

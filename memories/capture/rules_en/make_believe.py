"""What an English sentence only plays, gives as an example, or says not to be so: nothing of it is told."""

import re

FICTION = re.compile(
    r"\b(?:imagine|pretend|suppos(?:e|ing)|let'?s say|let us say|hypothetically|role-?play|role play"
    r"|act as|acting as|act like|as if i"
    r"|you are (?:now )?(?:an?|my|the|going to)\b|you're (?:now )?(?:an?|my)\b|you will (?:act"
    r"|play|be)|i want you to (?:act|be|play)"
    r"|i will (?:act|play|be the)|in (?:this|the|my) (?:story|game|novel|scenario|scene)|let's play"
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

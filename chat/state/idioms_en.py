"""English phrases with the verbs of choosing that choose nothing: "I'll take your advice", "go with the flow". Pure."""

# ruff: noqa: E501

from memoryhub import patterns as re

_BARE = r"(?:(?:a|an|the|my|our|some|another|any|no|one|it as|that|this|quick|little|short|good|long|closer|deep|small|big|proper|hot|cold|nice|last|first|few|bit of an?|couple of)\s)*"
#: What is taken, had, got, done or made without being chosen, by the verb; the first noun of the phrase is of these.
_OBJECTS = {
    r"tak(?:e|ing|en)|took": (
        "advice|advantage|account|action|aim|apart|bath|blame|blow|bow|break|breath|breather|care|chances?|charge|comfort|courage|credit|crack|cue|day off|decision|days? off|detour|drag|dip|effect|exam|exception|fancy|"
        "five|flak|gamble|glance|grip|guess|heart|heat|heed|hike|hint|hit|hold|hours?|initiative|interest|issue|joy|knocks?|lead|leave|lesson|liberty|liking|load off|long|look|measurements?|measures|meds|medicine|message|minutes?|moment|mickey|nap|"
        "notes?|notice|number|oath|offen[cs]e|orders?|over|painkillers?|paracetamol|pains|part|pause|peek|photos?|pictures?|pills?|pity|place|pleasure|plunge|point|possession|power|precautions|pride|punt|questions?|rain check|refuge|responsibility|rest|risks?|"
        "root|rubbish out|second|seat|selfie|shape|shelter|shot|shower|sick|sides?|sip|snap|solace|stab|stand|stance|step(?:s|s back)?|stock|stroll|swipe|tablets?|temperature|test|things?|time|toll|trip down|trouble|turns?|vow|walk|"
        "week off|weekend off|while|word|work"
    ),
    r"go(?:ing)? (?:with|for)": "flow|gut|crowd|grain|tide|times|instinct|majority|territory|heart|hunch|it|gold|broke|jog|run|walk|swim|ride|drive|stroll|hike|coffee|drink|pint|meal|wander|check-?up|scan|nap",
    r"pick(?:ing|ed)?|choos(?:e|ing)|chose": "brains?|fights?|holes|quarrel|side|sides|words|battles?|pace|pieces|speed|moment",
    r"ha(?:ve|ving|d)|get(?:ting)?|got": (
        "ball|bath|bite|break|breather|chat|chance|conversation|coffee|cold|cry|cuddle|doubts?|drink|feeling|fight|fun|go|grip|guess|headache|hold|idea|laugh|look|lie-?in|luck|moment|nap|nerves|news|peek|point|problems?|question|read|rest|say|shower|"
        "sleep|snack|stroll|talk|think|thoughts?|time|touch|try|walk|word|bed|ready|started|going|rid|used|better|back|some air|fresh air|down to|on with|to work|in touch"
    ),
    r"do(?:ing)?": "best|bit|chores|dishes|favou?r|homework|laundry|math|maths|most|part|research|rest|right|shopping|thing|things|trick|washing(?: up)?|well|work|without|same",
    r"us(?:e|ing)": "bathroom|brain|break|chance|help|loo|moment|opportunity|rest|time|toilet",
    r"stick(?:ing)? with": "guns|it|me|us|them",
    r"mak(?:e|ing) it": "home|back|up|out|to|through|in time|on time|there|here|work|happen|right|easy|easier|quick|snappy|clear|count|worse|better|official",
}
#: The noun ends its phrase: a second is taken, and the second flight is chosen.
_ENDS = r"(?=$|[,;]|\s(?:of|to|for|in|on|at|and|or|but|with|about|from|off|out|up|back|down|over|into|by|before|after|when|while|until|so|as|now|then|first|again|together|later|here|there|today|tonight|tomorrow|this|next|every|each|too|please|because|if|[a-z]+(?:ly|ing))\b)"
_LIGHT = re.compile(
    "|".join(rf"\b(?:{verb})\s{_BARE}(?:[\w'-]+\s)?(?:{nouns})s?{_ENDS}" for verb, nouns in _OBJECTS.items()),
    re.IGNORECASE,
)
#: "I took Max to the vet", "I bought Ben a bike", "I'm going with Tom to the cinema": somebody is brought, given or joined.
_SOMEBODY = re.compile(
    r"\b(?:[Tt]ak(?:e|ing|en)|[Tt]ook|[Bb]ring(?:ing)?|[Gg]o(?:ing)? with) (?:[A-Z][a-z]+)(?: and [A-Z][a-z]+)? (?:to|from|home|out|along|there|back|with|for|on)\b"
    r"|\b(?:[Bb]uy(?:ing)?|[Bb]ought|[Gg]et(?:ting)?|[Gg]ot|[Bb]ook(?:ed|ing)?|[Oo]rder(?:ed|ing)?|[Mm]a(?:ke|king|de)|[Hh]ire[ds]?|[Rr]ent(?:ed|ing)?)(?: for)? (?:[A-Z][a-z]+|him|her|them|my \w+|our \w+) (?:an?|the|some|two|three|another)\b"
)
#: Taken of who is spoken to ("your word for it"), or with what makes an idiom of it ("that to heart", "it from there").
_OF_YOU = re.compile(
    r"\b(?:tak(?:e|ing)|took|pick(?:ing|ed)?|go(?:ing)? (?:with|for)|us(?:e|ing)|ha(?:ve|ving)|get(?:ting)?)\s(?:your|yours|you|his word|her word|their word|everyone's word)\b"
    r"|\b(?:to heart|for granted|into account|into consideration|on board|in stride|with a (?:pinch|grain) of salt|as read|as given|for a (?:ride|spin|walk|run|test drive)|from (?:here|there)|easy|seriously|personally|lightly|slowly|one day at a time|step by step)$",
    re.IGNORECASE,
)
#: "We'll have the floor done": something is caused, and nothing chosen.
_CAUSED = re.compile(
    r"\b(?:have|having|get|getting)\s(?:[\w'-]+\s){1,5}?(?:done|fixed|repaired|painted|cleaned|checked|delivered|resized|altered|cut|fitted|installed|removed|replaced|measured|tested|printed|sent|ready|sorted|finished|serviced|washed|moved)\b",
    re.IGNORECASE,
)


def chooses_nothing(text: str) -> bool:
    """Whether a clause with a verb of choosing is a turn of phrase, or has something done: nothing is chosen by it."""
    return any(pattern.search(text) for pattern in (_LIGHT, _OF_YOU, _CAUSED, _SOMEBODY))

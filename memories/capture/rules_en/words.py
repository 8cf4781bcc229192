"""English word forms: verbs to their base, and sentences turned from "I" to "you". No rule of what to remember."""

from memoryhub import patterns as re


def words_of(text: str) -> tuple[str, ...]:
    """The words of a list written as running text."""
    return tuple(text.split())


_IRREGULAR = {
    "go": "went gone",
    "get": "got gotten",
    "have": "had",
    "buy": "bought",
    "become": "became",
    "begin": "began begun",
    "break": "broke broken",
    "bring": "brought",
    "build": "built",
    "catch": "caught",
    "come": "came",
    "do": "did done",
    "draw": "drew drawn",
    "drink": "drank drunk",
    "drive": "drove driven",
    "eat": "ate eaten",
    "fall": "fell fallen",
    "feel": "felt",
    "find": "found",
    "fly": "flew flown",
    "forget": "forgot forgotten",
    "give": "gave given",
    "grow": "grew grown",
    "hear": "heard",
    "hold": "held",
    "keep": "kept",
    "know": "knew known",
    "leave": "left",
    "lose": "lost",
    "make": "made",
    "meet": "met",
    "pay": "paid",
    "read": "",
    "ride": "rode ridden",
    "run": "ran",
    "say": "said",
    "see": "saw seen",
    "sell": "sold",
    "send": "sent",
    "sing": "sang sung",
    "sleep": "slept",
    "speak": "spoke spoken",
    "spend": "spent",
    "stand": "stood",
    "swim": "swam swum",
    "take": "took taken",
    "teach": "taught",
    "tell": "told",
    "think": "thought",
    "understand": "understood",
    "wake": "woke woken",
    "wear": "wore worn",
    "win": "won",
    "write": "wrote written",
    "quit": "",
    "cut": "",
    "put": "",
    "hurt": "",
    "be": "been",
    "learn": "learnt",
    "sew": "sewn",
    "breed": "bred",
    "spit": "",
    "bear": "bore",
    "set": "",
    "choose": "chose chosen",
    "hate": "",
    "start": "",
    "prefer": "preferred preferring",
    "jog": "jogged jogging",
    "knit": "knitted knitting",
    "stop": "stopped stopping",
    "travel": "travelled travelling",
    "plan": "planned planning",
    "ski": "skied skiing",
}
_REGULAR = words_of(
    """
    love like enjoy adore dislike detest loathe despise work live reside move start finish graduate study
    play collect own rent adopt cook bake paint garden dance hike cycle bike walk climb camp fish hunt surf
    skate volunteer practise practice train exercise meditate pray attend commute stream shop smoke watch
    listen visit join marry divorce retire save turn suffer use want need hope intend raise weigh skip avoid
    coach major specialise specialize manage lead switch change leave call name hail originate earn owe vote
    support follow believe identify worship celebrate struggle mind care crave prefer want try quit fear
    volunteer paint photograph blog vape knit host foster relocate land receive accept pass fail crash
    injure sprain order book sign cancel schedule decide settle agree promise subscribe plant stay sit help
    happen consume tolerate stand cherish dig sail row juggle binge mow brew gamble tutor freelance babysit
    crochet sketch swim run ride stream rollerblade skateboard snowboard rock design develop launch found
    open close remodel renovate repair restore fix appreciate fancy despise abhor resent favour favor touch
    hand submit defend inherit
    discover born drop dropped suffer take wait resign interview deliver perform compete race box wrestle
    lift stretch
    touch discover refuse trust adhere prioritize prioritise maintain stick purchase consume date oppose
    share promote appoint revise prepare commute inherit keep bring dye shave grind roast ferment forage
    tinker moonlight
    train rehearse babysit referee umpire code program
    """
)

_FORMS: dict[str, tuple[str, str]] = {}


def doubled(verb: str) -> str:
    """A verb as it stands before -ing and -ed: "plan" → "plann"."""
    return verb + verb[-1] if re.fullmatch(r"[^aeiou]*[aeiou][^aeiouwxy]", verb) else verb


def _add(verb: str) -> None:
    _FORMS.setdefault(verb, (verb, "base"))
    stem = verb[:-1] if verb.endswith("e") and verb not in ("be", "see") else doubled(verb)
    _FORMS.setdefault(stem + "ing", (verb, "ing"))
    _FORMS.setdefault(verb + "es" if re.search(r"(?:s|sh|ch|x|o)$", verb) else verb + "s", (verb, "third"))
    if verb.endswith("y") and verb[-2] not in "aeiou":
        _FORMS.setdefault(verb[:-1] + "ied", (verb, "past"))
        _FORMS.setdefault(verb[:-1] + "ies", (verb, "third"))
    elif verb not in _IRREGULAR:
        _FORMS.setdefault(verb + "d" if verb.endswith("e") else stem + "ed", (verb, "past"))


for _verb, _past in _IRREGULAR.items():
    for _form in _past.split():
        _FORMS[_form] = (_verb, "ing" if _form.endswith("ing") else "past")
for _verb in (*_IRREGULAR, *_REGULAR):
    _add(_verb)
_FORMS.update(
    {
        "hated": ("hate", "past"),
        "started": ("start", "past"),
        "learned": ("learn", "past"),
        "has": ("have", "third"),
        "does": ("do", "third"),
        "goes": ("go", "third"),
        "lying": ("lie", "ing"),
        "traveled": ("travel", "past"),
        "traveling": ("travel", "ing"),
        "is": ("be", "third"),
        "was": ("be", "past"),
    }
)


def verb_form(word: str) -> tuple[str, str] | None:
    """The base of a known verb form and which form it is: base, third, past or ing."""
    return _FORMS.get(word.lower())


_APOSTROPHES = {
    "dont": "don't",
    "doesnt": "doesn't",
    "didnt": "didn't",
    "cant": "can't",
    "wont": "won't",
    "isnt": "isn't",
    "arent": "aren't",
    "wasnt": "wasn't",
    "havent": "haven't",
    "hasnt": "hasn't",
    "couldnt": "couldn't",
    "wouldnt": "wouldn't",
    "im": "you're",
    "ive": "you've",
}
_TURNS: dict[str, str] = {
    "i": "you",
    "me": "you",
    "my": "your",
    "mine": "yours",
    "myself": "yourself",
    "i'm": "you're",
    "i've": "you've",
    "i'd": "you'd",
    "i'll": "you'll",
    "we": "you",
    "us": "you",
    "our": "your",
    "ours": "yours",
    "ourselves": "yourselves",
    "we're": "you're",
    "we've": "you've",
    "we'd": "you'd",
    "we'll": "you'll",
    **_APOSTROPHES,
}
_I_AM = re.compile(r"\bi am\b", re.IGNORECASE)
_I_WAS = re.compile(r"\b(i (?:\w+ )?)was(n'?t)?\b", re.IGNORECASE)
_AM_I = re.compile(r"\b(am|was) i\b", re.IGNORECASE)
_AND_AM = re.compile(r"\b(and|but) am\b", re.IGNORECASE)
_TOKEN = re.compile(
    r"(?<![\w'])(?:" + "|".join(sorted(map(re.escape, _TURNS), key=len, reverse=True)) + r")(?![\w'])",
    re.IGNORECASE,
)
_SPACES = re.compile(r"\s+")


def second_person(text: str) -> str:
    """The person's sentence turned to address them: "my sister and I" → "your sister and you"."""
    turned = _SPACES.sub(" ", text).strip()
    turned = _I_AM.sub("you are", turned)
    turned = _I_WAS.sub(lambda m: m[1] + "were" + ("n't" if m[2] else ""), turned)
    turned = _AM_I.sub(lambda m: "are you" if m[1].lower() == "am" else "were you", turned)
    turned = _AND_AM.sub(lambda m: m[1] + " are", turned)
    return _TOKEN.sub(lambda m: _TURNS[m[0].lower()], turned)


def sentence(text: str) -> str:
    """Text as a memory's content: spaces in order, a capital at the start, no full stop."""
    plain = _SPACES.sub(" ", text).strip(" ,;:-–—")
    plain = re.sub(r"\s+,", ",", plain).rstrip(".!")
    return plain[:1].upper() + plain[1:]


def article(noun: str) -> str:
    """``a`` or ``an`` before a noun phrase that has no article of its own."""
    if re.match(r"(?:an?|the|my|your|some|no|\d)\b", noun, re.IGNORECASE):
        return noun
    return ("an " if re.match(r"[aeio]|u(?!ni|se|s\b)", noun, re.IGNORECASE) else "a ") + noun


def singular(noun: str) -> str:
    """The singular of a regular English noun."""
    if re.search(r"(?:ss|us|is)$", noun):
        return noun
    if noun.endswith("ies") and len(noun) > 4 and noun not in ("movies", "cookies", "selfies"):
        return noun[:-3] + "y"
    if re.search(r"(?:ch|sh|x|ss)es$", noun):
        return noun[:-2]
    return noun[:-1] if noun.endswith("s") else noun

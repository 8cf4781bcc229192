"""How an English clause opens before its subject: interjections, adjuncts, hedges and frames."""

from memoryhub import patterns as re

PRONOUN = (
    r"(?:i|i'?m|i'?ve|i'?ll|i'd|my|we|we'(?:re|ve|ll|d)|our|he|he's|she|she's|it|it's|they|they're"
    r"|you|you're|there|there's|nobody|everyone|everybody)"
)
INTERJECTIONS = (
    r"(?:hi|hello|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|day)|yes|yeah|yea"
    r"|yep|yup|ya|no(?! (?:longer|more)\b)|nope|nah|ok|okay|well|so|oh|ah"
    r"|aw+|ooh+|wow|ha+(?:ha)+h*|lol|lmao|hm+|um+|uh|ugh|anyway|anyways|by the way|btw|fyi|actually"
    r"|honestly|frankly|personally|sorry|thanks"
    r"|thank you|thx|cool|nice|great|awesome|sure|of course|sounds (?:good|great|fun)|unfortunately"
    r"|sadly|luckily|fortunately|in fact"
    r"|to be honest|tbh|for me|as for me|like|you know|you see|look|listen|see|same here|me too"
    r"|same|guess what|(?:big|good|bad|great) news"
    r"|fun fact|correction|update|just so you know|for the record|for your information|as you know"
    r"|as i said|like i said|true|exactly"
    r"|absolutely|definitely|right|alright|all right|also|and|but|plus|then|too|interesting"
    r"|indeed|there|ps|p\.s|note|first|firstly"
    r"|secondly|finally|again|basically|my friend(?=[,.!])|buddy|mate|dear|man|dude|not really|not much"
    r"|for sure|however"
    r"|i mean|(?:just an? )?heads up|quick note|in my case|apparently|clearly|obviously|in general|"
    r"generally|overall)"
)
TIME_LEAD = (
    r"(?:(?:these days|nowadays|now|lately|recently|currently|at the moment|right now|today"
    r"|tonight|the day after tomorrow|the day before yesterday|tomorrow|yesterday|last night|once|sometimes"
    r"|usually|normally|often|occasionally"
    r"|(?:every|each) \w+ (?:at|around|before|after) (?:\S+ ){0,3}?\S+|every \w+(?: \w+)?"
    r"|on the \w+ of (?:last month|this month|next month|\w+)|each \w+|most \w+|(?:on|at|in"
    r"|over|during|for|since|this|next|last) (?:\S+ ){0,3}?\S+"
    r"|(?:two|three|four|five|six|\d+|a|a few|a couple of) (?:days|weeks|months|years|week|month"
    r"|year) ago|in my (?:free|spare) time|growing up))"
)
#: "…, and on Sundays I bake": a day or a season before the subject.
ON_DAYS_I = (
    r"(?:on|every|in) (?:the |my )?(?:\w+days?(?: \w+)?|weekends?|summers?|winters?|spring|autumn|mornings?"
    r"|evenings?) (?:i|i'm|i've|we)"
)
LEAD = re.compile(rf"(?:{INTERJECTIONS}(?:[\s,:!.\-]+|$)(?:there[\s,!]+)?)+", re.IGNORECASE)
#: "After saving for two years I …": what went before, or beside; "unless it rains I …": the one exception to a custom.
_BESIDE = (
    r"(?:after|before|since|while|by|despite|besides|without|instead of) \w+ing\b[^,;.!?]{0,50}?"
    r"|after (?:an? |much |some |long |two |three |many |several |years |months |weeks |lots"
    r" )[^,;.!?]{2,40}?(?=,? (?:i|we)\b)"
    r"|unless (?!(?:i|we)\b)[^,;.!?]{3,40}?(?=,? (?:i|we) (?!would|could|might|may|will|should)[a-z])"
)
ONLY_LEAD = re.compile(
    rf"\s*(?:{INTERJECTIONS}[\s,:!.\-]*)*(?:{TIME_LEAD}|{INTERJECTIONS})?[\s,:]*", re.IGNORECASE
)
TIME_THEN_SUBJECT = re.compile(rf"(?:{TIME_LEAD}|{_BESIDE}),?\s+(?={PRONOUN}\b)", re.IGNORECASE)
BESIDE_THEN_SUBJECT = re.compile(rf"\s*(?:{_BESIDE}),?\s+(?={PRONOUN}\b)", re.IGNORECASE)
HEDGE = re.compile(
    r"(?:i (?:think|guess|suppose|believe|reckon|feel like|figure)|maybe|perhaps|i might say"
    r"|probably)\s+(?:that\s+)?(?=(?:i|my|we|our|i'm|i've)\b)",
    re.IGNORECASE,
)
FRAME = re.compile(
    r"(?:i mean(?:t)?(?: to say)?|i (?:must|have to|gotta|should|need to|can|will) (?:say|admit"
    r"|confess)|i (?:admit|confess)"
    r"|i(?: already| just)? (?:said|told you|mentioned)"
    r"|i'd say|i would say|i should mention|you should know|you (?:already )?know|did you know"
    r"|the thing is|the truth is|fact is|it's true|(?:it )?turns out|as it turns out"
    r"|(?:my|the|a) (?:doctor|doctors|allergist|gp|test|tests) (?:says?|said|told me|showed"
    r"|found|confirmed|thinks?))"
    r"\s*(?:that|,)?\s*(?=(?:i|my|we|our|i'm|i've)\b)|(?:let me tell you|i want you to know"
    r"|just want(?:ed)? you to know|i wanted to say)"
    r"\s*(?:that|,)?\s*(?=(?:i|my|we|our|i'm|i've)\b)",
    re.IGNORECASE,
)
#: "Not working nights any more", "no longer at Tesco": the "I'm" is left away.
NO_MORE = (
    r"no longer (?!the\b|it\b|that\b|there\b|a (?:problem|thing|issue)\b)\w"
    r"|not (?!\w*n't\b)[\w' -]+ any ?(?:more|longer)\b"
)

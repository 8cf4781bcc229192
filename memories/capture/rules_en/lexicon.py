"""The word lists that rules ask: relations, pets, professions, possessions, states. No rule of what to remember."""

from memories.capture.rules_en.words import words_of
from memories.capture.slots import RELATIONS
from memories.kinds import EntityKind
from memoryhub import patterns as re

_RELATION_WORDS = {
    "mother": "mum mom mama mommy mummy ma",
    "father": "dad daddy papa pa",
    "wife": "wifey",
    "husband": "hubby",
    "partner": "fiance fiancee fiancé fiancée spouse",
    "child": "kid",
    "children": "kids",
    "grandmother": "grandma granny nana gran nan",
    "grandfather": "grandpa granddad grandad",
    "sister": "sis",
    "brother": "bro",
    "neighbour": "neighbor",
    "roommate": "flatmate housemate",
    "colleague": "coworker co-worker workmate",
    "girlfriend": "gf",
    "boyfriend": "bf",
    "friend": "buddy pal",
    "baby": "toddler newborn infant",
    "dog": "puppy pup doggo chihuahua schnauzer poodle labrador retriever labradoodle goldendoodle"
    " beagle bulldog pug husky corgi terrier dachshund shepherd collie rottweiler dalmatian"
    " pitbull mutt whippet greyhound spaniel malinois havanese",
    "cat": "kitten kitty tabby siamese ragdoll",
    "ex": "ex-husband ex-wife",
    "parent": "folk",
    "twin": "triplet",
    "rabbit": "bunny",
    "horse": "pony",
    "boss": "supervisor",
    "fish": "goldfish fishes betta beta",
    "turtle": "tortoise",
    "bird": "budgie canary cockatiel chicken hen duck",
    "lizard": "gecko iguana",
    "hamster": "gerbil",
    "pet": "ferret goat pig donkey mule sheep cow llama alpaca hedgehog chinchilla axolotl tarantula goose",
    "mentor": "",
    "landlord": "landlady",
}
_RELATION_BY_WORD: dict[str, str] = {}
for _key in RELATIONS:
    _RELATION_BY_WORD[_key.replace("_", " ")] = _RELATION_BY_WORD[_key.replace("_", "-")] = _key
for _key, _words in _RELATION_WORDS.items():
    for _word in _words.split():
        _RELATION_BY_WORD[_word] = "child" if _key == "children" else _key
for _key, _words in {
    "elder_sister": "older sister|big sister|elder sister",
    "younger_sister": "little sister|younger sister|baby sister",
    "elder_brother": "older brother|big brother|elder brother",
    "younger_brother": "little brother|younger brother|baby brother",
    "best_friend": "best mate|bestie|best friend",
    "sister": "half sister|step sister|stepsister|half-sister|twin sister",
    "brother": "half brother|stepbrother|half-brother|twin brother",
    "mother": "stepmother|stepmom|step mom",
    "father": "stepfather|stepdad|step dad",
    "child": "stepchild",
    "son": "stepson",
    "daughter": "stepdaughter",
    "guinea_pig": "guinea pig",
}.items():
    for _word in _words.split("|"):
        _RELATION_BY_WORD[_word] = _key
for _word, _key in list(_RELATION_BY_WORD.items()):
    _plural = _word[:-1] + "ies" if _word.endswith("y") and _word[-2] not in "aeiou" else _word + "s"
    _RELATION_BY_WORD.setdefault(
        {"wife": "wives", "child": "children", "grandchild": "grandchildren"}.get(_word, _plural), _key
    )

RELATION = "(?:" + "|".join(sorted(map(re.escape, _RELATION_BY_WORD), key=len, reverse=True)) + r")\b(?!-)"


def relation_key(word: str) -> str:
    """The relation key of an English word ("mum" → "mother"); empty if it names no relation."""
    return _RELATION_BY_WORD.get(re.sub(r"\s+", " ", word.lower().strip()), "")


def relation_slot(key: str) -> str:
    """family, friend or pet."""
    return RELATIONS[key]


def relation_kind(key: str) -> EntityKind:
    return EntityKind.PET if RELATIONS[key] == "pet" else EntityKind.PERSON


_PROFESSIONS = frozenset(
    words_of(
        """
    accountant actor actress actuary administrator advisor adviser advocate agent analyst animator
    anthropologist apprentice architect archivist artist assistant astronaut astronomer athlete attorney
    auditor author baker banker barber barista bartender biologist blacksmith blogger bookkeeper boxer
    brewer broker builder bus-driver businessman businesswoman butcher buyer captain caregiver caretaker
    carer carpenter cartoonist cashier ceo cfo cto chef chemist chiropractor cleaner clergyman clerk coach
    coder comedian composer conductor consultant contractor cook copywriter counselor counsellor courier
    curator custodian dancer dealer dentist dermatologist designer detective developer dietician dietitian
    director dispatcher dj doctor driver drummer economist editor educator electrician engineer entrepreneur
    estimator executive farmer firefighter fisherman fitter florist forester freelancer gardener geologist
    glazier grocer guard guide guitarist hairdresser hairstylist handyman historian homemaker housewife
    househusband hygienist illustrator inspector instructor interpreter intern inventor investigator janitor
    jeweller jeweler joiner journalist judge laborer labourer landscaper lawyer lecturer librarian lifeguard
    linguist locksmith logistician machinist magician maid manager mason masseuse mathematician mechanic
    medic meteorologist midwife miner minister model mover musician nanny neurologist novelist nurse
    nutritionist officer operator optician optometrist painter paralegal paramedic pastor pathologist
    pediatrician paediatrician pharmacist philosopher photographer physician physicist physiotherapist
    pianist pilot plumber poet policeman policewoman politician postman potter principal printer producer
    professor programmer psychiatrist psychologist publisher radiographer ranger realtor receptionist
    recruiter referee reporter researcher retiree roofer sailor salesman salesperson saleswoman scientist
    sculptor seamstress secretary shepherd shopkeeper singer sociologist soldier solicitor specialist
    statistician stewardess steward stockbroker streamer stylist superintendent surgeon surveyor tailor
    teacher technician technologist teller tester therapist trader trainer translator trucker tutor undergraduate
    undertaker upholsterer vet veterinarian veteran videographer violinist waiter waitress warden watchmaker
    weaver welder winemaker worker wrestler writer youtuber zookeeper zoologist student freshman sophomore
    senior-student phd-student postdoc graduate-student apprentice pensioner nun monk priest rabbi imam
    supervisor mailman trucker hairdresser bricklayer dishwasher housekeeper nursery-teacher tiler sommelier
    beekeeper ceramicist copy-editor lineman marine freelancer representative rep tutor ambulance-driver
    stay-at-home-mom stay-at-home-dad hygienist podcaster influencer phlebotomist cop landlord owner
    cosmetologist esthetician teaching-assistant stuntman umpire linesman bouncer roadie
    """
    )
)
_PROFESSION_ENDING = re.compile(
    r"(?:ologist|mason|ographer|iatrist|ician|maker|keeper|smith|wright|teacher|engineer|driver|worker"
    r"|grower|breeder|planner|programmer|operator"
    r"|trainer|technician|nurse|consultant|mechanic|attendant)$"
)
_NO_PROFESSION = frozenset(
    words_of(
        """
    troublemaker peacemaker matchmaker pacemaker hard-worker worker-bee musician-lover slow-worker
    goalkeeper
    """
    )
)


def profession_in(phrase: str) -> bool:
    """Whether the head of a noun phrase ("a dental hygienist at a clinic") is a profession or a course of life."""
    head = re.split(
        r"\s(?:at|in|for|with|from|of|by|on|who|and|working|speciali[sz]ing|living|based|now)\b|,",
        phrase.lower(),
    )[0]
    words = head.strip().split()
    if not words:
        return False
    if (
        words[0]
        in (
            "big",
            "huge",
            "great",
            "hard",
            "bad",
            "terrible",
            "horrible",
            "good",
            "slow",
            "fast",
            "real",
            "better",
        )
        and len(words) == 2
    ):
        return words[-1] in ("teacher", "nurse", "doctor")
    last = words[-1].strip("'")
    return last not in _NO_PROFESSION and (last in _PROFESSIONS or bool(_PROFESSION_ENDING.search(last)))


POSSESSIONS = re.compile(
    r"\b(?:car|truck|van|suv|motorcycle|motorbike|bike|bicycle|scooter|boat|yacht|kayak|canoe"
    r"|rv|caravan|camper|tractor|trailer|house|flat"
    r"|apartment|condo|cabin|cottage|farm|garden|greenhouse|allotment|land|property|pool|hot tub"
    r"|sauna|guitar|piano|violin|cello|keyboard"
    r"|drum kit|drums|ukulele|saxophone|flute|trumpet|telescope|camera|drone|laptop|macbook"
    r"|iphone|ipad|pixel|android phone|kindle|ps5|xbox"
    r"|nintendo(?: switch)?|console|gaming pc|printer|3d printer|tattoos?|piercings?|corvette"
    r"|mustang|honda|toyota|bmw|audi|tesla|ford|chevy"
    r"|jeep|mercedes|porsche|ferrari|lamborghini|volkswagen|subaru|harley|vespa|convertible"
    r"|hatchback|sedan|espresso machine|sewing machine"
    r"|record player|treadmill|balcony|fireplace|vineyard|orchard|collection|beehives?|restaurant"
    r"|shop|store|business|company|bakery|studio"
    r"|salon|cafe|bookstore|youtube channel|podcast|blog|band|chicken coop|aquarium|fish tank"
    r"|motorhome|wheelchair|hearing aids?|glasses"
    r"|contact lenses|braces|prosthetic leg)s?\b",
    re.IGNORECASE,
)
LOOKS = re.compile(
    r"(?:hearing aids?|dentures|braces|a pacemaker|a prosthetic \w+|an artificial \w+|a cochlear implant)\b|"
    r"(?:(?:very |really |long |short |curly |straight |dark |light |natural |naturally |bright "
    r"|wavy |thick |thin |big |small |dyed )*"
    r"(?:brown|blue|green|hazel|grey|gray|blond|blonde|red|black|auburn|ginger|white|silver"
    r"|purple|pink|long|short|curly|straight|wavy)"
    r"(?: (?:long|short|curly|straight|wavy|brown|blonde?|dark|and|blue|green|pink|purple))* (?:hair"
    r"|eyes|beard|dreadlocks|skin)|freckles|dimples|(?:extremely |very |really )?(?:sensitive"
    r"|dry|oily) (?:skin|teeth|scalp|eyes)|a beard|a mustache"
    r"|a moustache|dreadlocks|a photographic memory|perfect pitch|a sweet tooth|a green thumb"
    r"|green fingers|(?:a )?perfect pitch)\b",
    re.IGNORECASE,
)
LANGUAGES = frozenset(
    words_of(
        """
    english french german spanish italian portuguese russian chinese mandarin cantonese japanese korean
    arabic hebrew hindi urdu bengali punjabi tamil telugu marathi gujarati turkish persian farsi greek latin
    dutch flemish swedish norwegian danish finnish icelandic estonian latvian lithuanian polish czech slovak
    hungarian romanian bulgarian serbian croatian bosnian slovenian albanian macedonian ukrainian belarusian
    georgian armenian azerbaijani kazakh uzbek mongolian tibetan thai vietnamese lao khmer burmese malay
    indonesian tagalog filipino swahili zulu xhosa afrikaans amharic somali yoruba igbo hausa catalan basque
    galician welsh irish gaelic breton maltese esperanto yiddish nepali sinhala kannada malayalam pashto
    kurdish shanghainese hokkien hakka sichuanese taiwanese asl
    """
    )
)
DEMONYMS = frozenset(
    words_of(
        """
    german french spanish italian portuguese russian chinese japanese korean turkish greek dutch belgian
    swedish norwegian danish finnish icelandic estonian latvian lithuanian polish czech slovak hungarian
    romanian bulgarian serbian croatian bosnian slovenian albanian ukrainian american canadian mexican
    brazilian argentinian argentine chilean peruvian colombian venezuelan cuban irish scottish welsh english
    british australian indian pakistani bangladeshi nepali thai vietnamese filipino malaysian indonesian
    singaporean taiwanese egyptian moroccan tunisian algerian nigerian ghanaian kenyan ethiopian somali
    south-african israeli lebanese syrian iraqi iranian persian saudi swiss austrian jamaican haitian
    puerto-rican dominican ecuadorian bolivian armenian georgian kazakh mongolian native-american ugandan
    tanzanian
    """
    )
)
MARITAL = re.compile(
    r"(?:(?:happily |newly |recently |still |legally |now |currently )*(?:married|single|divorced"
    r"|engaged|widowed|separated|unmarried)|a widow(?:er)?|a newlywed"
    r"|(?:a )?single (?:mom|mum|dad|mother|father|parent)|in a (?:long[- ]distance |happy |serious )?relationship)\b",
    re.IGNORECASE,
)
DIET = re.compile(
    r"(?:(?:a |an |strictly |strict |lifelong |mostly |on a |on an |on the |currently )*(?:vegans?"
    r"|vegetarians?|pescatarians?|pescetarians?|flexitarians?|keto|carnivore"
    r"|fruitarian|gluten[- ]free|halal|kosher|plant[- ]based|paleo|low[- ]carb|teetotal(?:er"
    r"|ler)?|raw food)(?: diet)?)\b",
    re.IGNORECASE,
)


#: What one has a date for.
OCCASION = (
    r"(?:appointment|meeting|interview|exam|test|flight|trip|wedding|birthday|anniversary|party"
    r"|surgery|operation|review|deadline|concert|conference|presentation|graduation|move|vacation"
    r"|holiday|reservation"
    r"|check-?up|competition|race|marathon|match|game|recital|performance|visit|date|class|course"
    r"|lesson|audition|hearing|trial|funeral|baptism|ceremony|due date|defen[cs]e|viva|workshop"
    r"|retreat|dinner|lunch|reunion|session|call|shift|train|show|festival|finals?|midterm|scan"
    r"|mri|x-ray|delivery|rehearsal|cruise|honeymoon|walk|run)"
)

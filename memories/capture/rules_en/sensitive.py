"""Which statements touch health, belief, politics, money, sexuality or the law."""

from memories.kinds import SensitiveCategory
from memoryhub import patterns as re

_HEALTH = (
    r"diabet\w*|asthma\w*|epilep\w*|cancer|leuk[a]?emia|lymphoma|tumou?r|hiv|aids\b|hepatitis"
    r"|depress(?:ion|ed)|anxiety|bipolar|schizophreni\w*"
    r"|adhd|autis\w*|asperger\w*|ptsd|ocd|anorexi\w*|bulimi\w*|eating disorder|insomnia|migraines?"
    r"|arthritis|lupus|crohn\w*|colitis|ibs|coeliac|celiac"
    r"|hypertension|high blood pressure|high cholesterol|heart (?:disease|condition|attack|failure)"
    r"|stroke|parkinson\w*|alzheimer\w*|dementia"
    r"|multiple sclerosis|fibromyalgia|endometriosis|pcos|thyroid|hypothyroid\w*|eczema|psoriasis"
    r"|glaucoma|vertigo|tinnitus|sciatica|scoliosis"
    r"|an[a]?emi\w*|pregnan\w*|miscarriage|infertil\w*|ivf|chemo\w*|dialysis|transplant|insulin"
    r"|metformin|prozac|zoloft|sertraline|lithium"
    r"|antidepressants?|antibiotics|statins?|warfarin|ritalin|adderall|xanax|medication|medicines?"
    r"|pills|inhaler|diagnos\w*|chronic\w*|disabilit\w*"
    r"|disabled|(?<!colour )(?<!color )blind|deaf|in a wheelchair|alcoholi(?:c|sm)|addict(?:ion"
    r"|ed to (?:drugs|alcohol"
    r"|opioids|gambling))|in recovery|rehab|therapist for"
    r"|sleep apn(?:o)?ea|kidney (?:disease|failure)|blood thinners?|panic attacks?|suicid\w*"
    r"|tumou?r|paraly[sz]ed|amputee|dyslexi\w*|gout"
)
_BELIEF = (
    r"christian|catholic|protestant|orthodox church|lutheran|baptist|methodist|mormon|muslim"
    r"|islam|jewish|judaism|hindu|buddhist|buddhism|sikh"
    r"|atheist|agnostic|jehovah'?s witness|evangelical|quaker|pagan|wiccan|religious|pray(?:ing)?"
    r"|believe in god|mosque|synagogue|convert(?:ed)? to"
)
_POLITICS = (
    r"republican|democrat(?!ic process)|conservative(?: party)?|labour (?:party|voter)|liberal(?: party)?"
    r"|socialist|communist|libertarian|left[- ]wing"
    r"|right[- ]wing|vot(?:e|ed|ing) for|green party|party member|tory|trump supporter|union member|anarchist"
)
_FINANCE = (
    r"(?:my|our|your) (?:salary|income|wage|debts?|mortgage|savings|credit score|net worth|pension)"
    r"|in debt|student (?:loans?|debt)|credit card debt|bankrupt\w*"
    r"|(?:i|you) (?:earn|owe|make) "
    r"(?:about |around |roughly |over |under |only |almost |nearly )?(?:[$€£¥]\s?\d[\d,.]*k?|\d[\d,.]*\s?(?:k"
    r"|grand|thousand|million|dollars|euros|pounds|usd|eur|a (?:year|month|week|hour)|per))"
    r"|unemployment benefits?|on benefits|a loan of|mortgage of"
)
_SEXUALITY = (
    r"gay|lesbian|bisexual|bi-?sexual|queer|asexual|pansexual|transgender|trans (?:man|woman)"
    r"|non-?binary|homosexual|sex life|attracted to (?:men|women)"
)
_LEGAL = (
    r"criminal record|convicted|on probation|on parole|lawsuit|in (?:jail|prison)|arrested|restraining order"
    r"|asylum seeker|undocumented|custody battle|suing"
)

_CATEGORIES = tuple(
    (category, re.compile(rf"(?<![\w-])(?:{pattern})(?!\w)", re.IGNORECASE))
    for category, pattern in (
        (SensitiveCategory.HEALTH, _HEALTH),
        (SensitiveCategory.BELIEF, _BELIEF),
        (SensitiveCategory.POLITICS, _POLITICS),
        (SensitiveCategory.FINANCE, _FINANCE),
        (SensitiveCategory.SEXUALITY, _SEXUALITY),
        (SensitiveCategory.LEGAL, _LEGAL),
    )
)
CONDITION = _CATEGORIES[0][1]


def category(text: str) -> str:
    """The sensitive category that a statement falls into, or an empty string."""
    for found, pattern in _CATEGORIES:
        if pattern.search(text):
            return found.value
    return ""

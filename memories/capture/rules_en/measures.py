"""What is measured of the person: sizes of clothes and shoes, and figures of the body that are out of order."""

from memories.capture.rules_en.build import Context, candidate
from memories.capture.rules_en.clauses import Clause
from memories.capture.types import Candidate
from memories.kinds import MemoryType, SensitiveCategory
from memoryhub import patterns as re

_SIZE = (
    r"(?P<size>\d{1,2}(?:\.5|½| and a half)?(?: ?(?:wide|narrow|uk|us|eu|european))?|x{0,3}[sml]"
    r"|x{0,2}-?(?:small|large)|medium)"
)
_WORN = (
    r"(?P<what>shoes?|boots?|trainers|sneakers|heels|feet|clothes|clothing|shirts?|t-?shirts?|tops?|trousers"
    r"|pants"
    r"|jeans|dress(?:es)?|jackets?|coats?|rings?|gloves?|hats?|bras?)"
)
_SIZED = re.compile(
    rf"i(?:'m| am| wear| take| have| usually wear| need) (?:an? )?(?:size |uk |us |eu |european )+{_SIZE}"
    rf"(?: (?:in|for)? ?(?:my )?(?:[a-z]+ )?{_WORN})?(?=$|[\s,.!])",
    re.IGNORECASE,
)
_MY_SIZE = re.compile(
    rf"(?:my|our) {_WORN}(?:'s)? size (?:is|:) (?:an? )?(?:size )?{_SIZE}(?=$|[\s,.!])", re.IGNORECASE
)
_FEET = re.compile(r"shoe|boot|trainer|sneaker|heel|feet", re.IGNORECASE)
#: "My blood pressure is high": a figure of the body that a doctor would write down.
_FIGURE = re.compile(
    r"(?:my|our) (?P<what>blood pressure|blood sugar|sugar levels?|cholesterol|heart rate|pulse"
    r"|iron(?: levels?)?"
    r"|vitamin [a-z]\d{0,2}(?: levels?)?|thyroid(?: levels?)?|liver (?:values?|enzymes)|eyesight|vision|hearing"
    r"|blood count|ferritin)"
    r" (?:is|are|has been|have been|runs?|tends to be)(?: (?:a bit|a little|far|rather|always|often|quite"
    r"|very|too|really|still"
    r"|slightly|usually|consistently|dangerously|on the))* (?P<how>high|low|bad|poor|elevated|raised"
    r"|borderline|weak|failing)\b",
    re.IGNORECASE,
)


def measures(context: Context, clause: Clause) -> list[Candidate]:
    """A size that is worn, or a figure of the body that is too high or too low."""
    text = clause.text[clause.lead :]
    if match := _SIZED.match(text) or _MY_SIZE.match(text):
        worn, size = match["what"] or "", match["size"]
        small = size.isdigit() and int(size) < 36 and not _FEET.search(worn)
        slot = (
            "shoe-size"
            if _FEET.search(worn) or not (worn or small or not size[:1].isdigit())
            else "clothes-size"
        )
        return candidate(
            context,
            clause,
            type=MemoryType.FACT,
            slot=f"attribute.{slot}",
            value=size,
            end=clause.start + clause.lead + match.end(),
        )
    if match := _FIGURE.match(text):
        return candidate(
            context,
            clause,
            type=MemoryType.FACT,
            slot="condition",
            value=f"{match['how'].lower()} {match['what'].lower()}",
            end=clause.start + clause.lead + match.end(),
            category=SensitiveCategory.HEALTH.value,
        )
    return []

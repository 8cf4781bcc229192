"""A learned reader of sentences that bind the agent, for those whose form no rule knows. No language model; pure.

A linear head over runs of words (English) and of characters (Chinese). The head is made by ``binding_training`` from
the examples beside it; its weights and figures are in binding_head.json.
"""

import json
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from chat.clauses import HAN
from memoryhub import patterns as re

HEAD = Path(__file__).with_name("binding_head.json")
#: From the first score on a sentence binds whatever its form; below the second it binds in no form. English forms are
#: surer by themselves than Chinese ones, whose words say what is so as often as what is to be.
BINDS = {"en": 3.0, "zh": 2.0}
MAY_BIND = {"en": -4.0, "zh": -1.5}
_SHORTEST, _LONGEST = {"en": 12, "zh": 7}, {"en": 120, "zh": 40}
#: Consent, refusal, a limit, secrecy, who decides, what stays as it is.
_SIGNS = {
    "en": re.compile(
        r"n['’]t\b|\b(?:not|no|never|only|must|ha(?:s|ve) to|until|before|without|unless|approv\w*"
        r"|confirm\w*|sign(?:s|ed)?|ok(?:ay)?|keep|stays?|leave|avoid|skip|exclude|hold|park|cap|stick|limit"
        r"|ruled? out|at most|at least|max(?:imum)?|ceiling|tops?|final|secret|private"
        r"|between us|nobody|no one|nothing|off limits|my (?:call|decision|say|yes|job|choice))\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"(?<![特分识差级性区个类告离辨错])别(?![人墅的处])|不[要得准许能可想希]|没.{0,8}(?:同意|点头|签字|话|允许|确认)|只(?!有|是|好)|必须|务必|最多|最少|至少|上限|封顶"
        r"|不超过|以内|先.{0,10}(?:问|看|过目|压|留|别)|等.{0,10}(?:再|才)|之?前.{0,6}(?:先|问|给|过|得|要)|保密|瞒|同意"
        r"|点头|签字|批准|过目|拍板|我.{0,3}定|我决定|说了算|原样|原封|留[空白]|就算了|免谈|除外|排除|避开|绕开|一律|统统"
        r"|无论如何|说什么也|怎么着也|不(?:考虑|接受|谈|借|贷)|不.{1,2}[会款班课单约钱]"
    ),
}
#: Runs of so many words or characters, and pairs that stand so far apart at most.
_RUN, _APART = 4, 7
#: What stands for a number, for a name, and for a word that is rare.
_NUMBER, _NAME, _RARE = "0", "N", "_"
_PIECE = re.compile(r"\d[\d,.:]*|[A-Za-z]+(?:['’][A-Za-z]+)?|[\u3400-\u9fff]|[,;:，；：、$€£¥%]")
_CHINESE_NUMBER = frozenset("零一二两三四五六七八九十百千万半几")


@dataclass(frozen=True, slots=True)
class Head:
    """``known``: the words that are told apart; ``weights`` of their runs."""

    known: frozenset[str]
    weights: Mapping[str, float]
    bias: float

    def score(self, sentence: str) -> float:
        """The log-odds that a sentence binds the agent."""
        found = set(features(sentence, known=self.known))
        return self.bias + sum(self.weights.get(feature, 0.0) for feature in found)


@lru_cache(maxsize=2)
def head(language: str) -> Head:
    """The trained head of a language ("en" or "zh") that ships with the product."""
    stored = json.loads(HEAD.read_text(encoding="utf-8"))[language]
    return Head(frozenset(stored["known"]), stored["weights"], stored["bias"])


def binds(sentence: str) -> bool:
    """Whether a sentence restricts what may be done in the matter in hand, whatever its form.

    It is short, has one of the words that such sentences have, and a high score: the head alone, which knows the words
    of a chat, takes what is pasted and what is asked for too often for a restriction.
    """
    language = _language(sentence)
    return has_sign(sentence) and head(language).score(sentence) >= BINDS[language]


def has_sign(sentence: str) -> bool:
    """Whether a sentence is neither too short nor too long and has a word that restrictions have."""
    language = _language(sentence)
    fits = _SHORTEST[language] <= len(sentence) <= _LONGEST[language]
    return fits and _SIGNS[language].search(sentence) is not None


def may_bind(sentence: str) -> bool:
    """Whether a sentence that has the form of a restriction may be one."""
    language = _language(sentence)
    return head(language).score(sentence) >= MAY_BIND[language]


def _language(sentence: str) -> str:
    return "zh" if HAN.search(sentence) else "en"


def words(sentence: str) -> list[str]:
    """The words (Chinese: characters) and commas of a sentence, with numbers and names for what they are."""
    text = unicodedata.normalize("NFKC", sentence).replace("’", "'")
    chinese = HAN.search(text) is not None
    found: list[str] = []
    for piece in _PIECE.finditer(text):
        word = piece.group()
        if word[0].isdigit() or (chinese and word in _CHINESE_NUMBER):
            if not (found and found[-1] == _NUMBER):
                found.append(_NUMBER)
        elif not chinese and found and word[0].isupper() and word != "I" and not word.startswith("I'"):
            if not (found and found[-1] == _NAME):
                found.append(_NAME)
        else:
            found.append(word.lower())
    return found


def features(sentence: str, *, known: frozenset[str]) -> Iterator[str]:
    """Runs of one to four words, and pairs of known words that stand apart, in their order."""
    told = [word if word in known else _RARE for word in words(sentence)]
    told = ["^", *told, "$"]
    for at, first in enumerate(told):
        for length in range(1, _RUN + 1):
            run = told[at : at + length]
            if len(run) == length and run != [_RARE] * length:
                yield " ".join(run)
        if first == _RARE:
            continue
        for second in told[at + 2 : at + 1 + _APART]:
            if second != _RARE:
                yield f"{first} … {second}"

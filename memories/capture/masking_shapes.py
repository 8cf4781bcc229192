"""Secrets that show by their own form: keys, addresses and commands with a password, numbers with a check."""

from collections.abc import Callable, Iterator

from memoryhub import patterns as re

Stretch = tuple[int, int]

_SHAPES = re.compile(
    r"""
    -----BEGIN[ ][A-Z ]*PRIVATE[ ]KEY(?:[ ]BLOCK)?-----.*?(?:-----END[ ][A-Z ]*PRIVATE[ ]KEY(?:[ ]BLOCK)?-----|\Z)
    | (?<![A-Za-z0-9])(?:
        (?:sk|pk|rk)[-_](?:[A-Za-z0-9]+[-_])*[A-Za-z0-9_-]{8,}            # OpenAI, Stripe and their kind
      | (?:AKIA|ASIA|AROA)[0-9A-Z]{12,}                                  # AWS
      | gh[pousr]_[A-Za-z0-9]{16,} | github_pat_[A-Za-z0-9_]{16,} | glpat-[A-Za-z0-9_-]{16,}
      | xox[abeoprs]-[A-Za-z0-9-]{10,}                                   # Slack
      | AIza[0-9A-Za-z_-]{30,} | ya29\.[0-9A-Za-z_-]{20,}                # Google
      | hf_[A-Za-z0-9]{16,} | npm_[A-Za-z0-9]{20,} | pypi-[A-Za-z0-9_-]{20,}
      | LTAI[A-Za-z0-9]{12,} | AKID[A-Za-z0-9]{12,}
      | eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?     # JSON web token
      | SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}
      | \d{8,10}:[A-Za-z0-9_-]{30,}                                      # Telegram
    )
    | (?<![A-Za-z0-9_./:+-])(?=[A-Z0-9/+_-]*[a-z])(?=[a-z0-9/+_-]*[A-Z])(?=[A-Za-z/+_-]*\d)
        [A-Za-z0-9/+_-]{32,}={0,2}(?![A-Za-z0-9_./-])                    # random by its looks
    | (?<=://)[^\s/:@]*:[^\s/]+(?=@)                                     # user:password in an address
    """,
    re.VERBOSE | re.DOTALL,
)

#: What is written without a space and is no word, address or path; whether it is random is looked at by itself.
_RUN = re.compile(r"(?<![A-Za-z0-9_./:@%#?&=-])[A-Za-z][A-Za-z0-9_.:-]{19,}={0,2}|[0-9a-fA-F]{32,}")
_PIECE = re.compile(r"[A-Za-z0-9]{20,}")
_HEX = re.compile(r"[0-9a-fA-F]{32,}")
_AMID = re.compile(r"[A-Za-z]\d+[A-Za-z]")
#: A digest names a file or a commit: it opens nothing.
_DIGEST_BEFORE = re.compile(
    r"(?:\b(?:commit|sha-?\d*(?:sum)?|md5(?:sum)?|hash|checksum|digest|etag|revision)\b|哈希|校验和|摘要|提交)"
    r"\W{0,3}(?:(?:of|is|was|是|为)\W{0,2})?$",
    re.IGNORECASE,
)

#: Where a value is given to a name: a setting, a query of an address, a line of JSON.
_ASSIGNED = re.compile(
    r"(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|(?:api|access|account|auth|private|secret|signing|shared)"
    r"[_-]?key|credentials?|signature)[\"']?[ ]?(?:=|:(?=[ ]?[\"'])|=>)[ ]?[\"']?"
    r"(?![\w.]+[(])(?P<value>[^\s\"'&;,，。；]{4,})",
    re.IGNORECASE,
)
#: The key of a web hook stands in its address.
_HOOK = re.compile(
    r"https?://[^\s/，。]{1,200}/[^\s，。]{0,200}?(?:services/|webhooks?/|hooks?/|[?&](?:key|sig|sign|code)=)"
    r"(?P<value>[A-Za-z0-9_%/.=&-]{16,})",
    re.IGNORECASE,
)
#: A password on a command line or in a header.
_COMMAND = re.compile(
    r"(?:\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n|;]{0,80}?\s(?:-p|--password[= ])|"
    r"\b(?:sshpass|redis-cli|docker login|psql|7z|zip|unzip|openssl)\b[^\n|;]{0,80}?"
    r"\s(?:-[pPa]|--password|--pass)[ =]?|"
    r"\b(?:curl|wget|http)\b[^\n|;]{0,120}?\s(?:-u|--user)[ =]?[\"']?[^\s:\"']{1,60}:|"
    r"\b(?:authorization|x-api-key|x-auth-token|cookie)\s*[:=]\s*[\"']?(?:(?:basic|bearer|token)\s+)?|"
    r"\bbearer\s+(?=\S*\d))(?P<value>[^\s\"'，。；]{4,})",
    re.IGNORECASE,
)

#: Digits as cards carry them: in one piece, in fours, or 4-6-5.
_CARD = re.compile(
    r"(?<![\dA-Za-z.-])(?:\d{13,19}|\d{4}(?:[ -]\d{4}){2,3}(?:[ -]\d{1,4})?|\d{4}[ -]\d{6}[ -]\d{4,5})(?![\dA-Za-z-])"
)
_ZH_ID = re.compile(
    r"(?<![\dA-Za-z])[1-9]\d{5}(?:18|19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx](?![\dA-Za-z])"
)
_HK_ID = re.compile(r"(?<![A-Za-z0-9])[A-Z]{1,2}\d{6}[(（][0-9A][)）]")
_TW_ID = re.compile(r"(?<![A-Za-z0-9])[A-Z][1289]\d{8}(?![A-Za-z0-9])")
_SSN = re.compile(r"(?<![\d-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])")
_NINO = re.compile(
    r"(?<![A-Za-z0-9])(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]"
    r"(?:[ ]?\d{2}){3}[ ]?[A-D](?![A-Za-z0-9])"
)
_IBAN = re.compile(
    r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{4}){2,7}(?:[ ]?[A-Z0-9]{1,3})?(?![A-Za-z0-9])"
)
_TW_LETTERS = "ABCDEFGHJKLMNPQRSTUVXYWZIO"  # in the order of their numbers, from 10


def found(text: str) -> Iterator[Stretch]:
    """The stretches that are secret by what they look like; they may overlap."""
    for pattern in (_SHAPES, _ZH_ID, _SSN, _NINO):
        yield from (match.span() for match in pattern.finditer(text))
    yield from _random(text)
    for pattern in (_ASSIGNED, _HOOK, _COMMAND):
        yield from (match.span("value") for match in pattern.finditer(text))
    for pattern, holds in ((_CARD, _luhn), (_IBAN, _iban), (_TW_ID, _taiwan), (_HK_ID, _hong_kong)):
        yield from _checked(pattern, holds, text)


def _random(text: str) -> Iterator[Stretch]:
    """Runs that hold a long piece of letters with digits amid them, or many hexadecimal digits that are no digest."""
    for match in _RUN.finditer(text):
        run = match.group().rstrip(".:-_")
        if any(_AMID.search(piece) for piece in _PIECE.findall(run)) or any(
            re.search(r"[A-Fa-f]", piece) and re.search(r"\d", piece) for piece in _HEX.findall(run)
        ):
            before = text[max(0, match.start() - 30) : match.start()]
            if not (_HEX.fullmatch(run) and _DIGEST_BEFORE.search(before)):
                yield match.start(), match.start() + len(run)


def _checked(pattern: re.Pattern[str], holds: Callable[[str], bool], text: str) -> Iterator[Stretch]:
    return (match.span() for match in pattern.finditer(text) if holds(match.group()))


def _luhn(number: str) -> bool:
    """Whether the digits pass the check of payment cards."""
    digits = [int(digit) for digit in number if digit.isdigit()]
    if len(set(digits)) == 1:
        return False
    doubled = [
        digit if index % 2 == 0 else sum(divmod(digit * 2, 10))
        for index, digit in enumerate(reversed(digits))
    ]
    return sum(doubled) % 10 == 0


def _iban(number: str) -> bool:
    """Whether the account number passes its check (ISO 7064, mod 97)."""
    plain = number.replace(" ", "")
    turned = "".join(str(int(character, 36)) for character in plain[4:] + plain[:4])
    return 15 <= len(plain) <= 34 and int(turned) % 97 == 1


def _taiwan(number: str) -> bool:
    """Whether the identity number of Taiwan passes its check."""
    letter = _TW_LETTERS.index(number[0]) + 10
    digits = [letter // 10, letter % 10, *map(int, number[1:])]
    return (
        sum(digit * weight for digit, weight in zip(digits, (1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1), strict=True))
        % 10
        == 0
    )


def _hong_kong(number: str) -> bool:
    """Whether the identity number of Hong Kong passes its check; a single letter counts as after a space."""
    plain = re.sub(r"[()（）]", "", number)
    values = [36] * (9 - len(plain)) + [int(character, 36) for character in plain]
    return sum(value * weight for value, weight in zip(values, range(9, 0, -1), strict=True)) % 11 == 0

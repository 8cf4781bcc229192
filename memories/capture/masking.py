"""Finds secrets in a text: keys, tokens, passwords, cards, identity numbers. Pure."""

import re
from collections.abc import Callable, Iterator

MASK = "•"

#: Tokens that are secret by their own shape.
_SHAPES = re.compile(
    r"""
    -----BEGIN[ ][A-Z ]*PRIVATE[ ]KEY-----.*?(?:-----END[ ][A-Z ]*PRIVATE[ ]KEY-----|\Z)
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
    )
    | (?<![\w./:+=-])(?=[A-Z0-9/+_-]*[a-z])(?=[a-z0-9/+_-]*[A-Z])(?=[A-Za-z/+_-]*\d)
        [A-Za-z0-9/+_-]{32,}={0,2}(?![\w./-])                            # random by its looks
    | (?<=://)[^\s/:@]+:[^\s/@]+(?=@)                                    # user:password in an address
    """,
    re.VERBOSE | re.DOTALL,
)

_EN_LABELS = (
    r"(?:pas{1,2}[ ]?w(?:or|ro|r|ar|o)d|pass(?:code|phrase|wd)|pwd|pw|"
    r"log-?[ ]?in(?:[ ](?:details?|data))?|credentials?|pin(?:[ ]?(?:code|number))?|cvv2?|cvc2?|"
    r"security[ ]code|secret[ ](?:key|word|code)|unlock[ ]code|door[ ]code|alarm[ ]code|"
    r"(?:api|access|private|secret|auth|license|recovery|encryption)[ _-]?(?:key|token|secret|code|phrase)s?|"
    r"(?:bearer|auth|access|refresh)[ _-]?tokens?|(?:client|aws|app|shared)[ _-]secret|"
    r"seed[ ]phrase|passport(?:[ ](?:number|no\.?))?|(?:bank[ ])?account[ ]number|"
    r"social[ ]security(?:[ ]number)?|ssn|national[ ]insurance[ ]number|"
    r"(?:identity|id)[ ](?:card[ ])?number|driver'?s?[ ]licen[cs]e[ ]number)"
)
_ZH_LABELS = (
    r"(?:密码|口令|密钥|秘钥|私钥|令牌|验证码|安全码|支付码|解锁码|开锁码|助记词|身份证(?:号码?|件号)?|"
    r"护照(?:号码?)?|银行卡号?|卡号|银行账号|社保号码?|驾照号码?|API\s?[Kk]ey|(?<![A-Za-z_])[Tt]oken(?![A-Za-z])(?=\s*[是为:：=]))"
)

#: Words after "password is" that show that no password follows.
_NO_VALUE = re.compile(
    r"(?:too|very|not|never|wrong|incorrect|expired|weak|strong|long|short|invalid|required|needed|missing|"
    r"hard|easy|the[ ]same|stored|saved|kept|in[ ]|on[ ]|under[ ]|about|being|asked|forgotten|lost)\b|[?？]|"
    r"(?:什么|多少|几|啥|忘|太|不对|错|过期|不记得|没|不|怎么|存在|写在|放在)",
    re.IGNORECASE,
)

_EN_LABELLED = re.compile(
    rf"\b{_EN_LABELS}\b(?:[ ](?:for|to|of|on|at)[ ](?:(?:my|the|our|his|her|this)[ ])?[\w' -]{{1,30}}?)?"
    r"(?:'s|’s|\s*(?:is|was|are|=|:|：|->|→))\s*(?:now[ ]|still[ ])?[\"'“‘`]?(?P<value>\S[^\n]*)",
    re.IGNORECASE,
)
#: "I changed my mail password from one to another", "set the PIN to 4711".
_EN_CHANGED = re.compile(
    r"\b(?:sets?|setting|chang(?:e[sd]?|ing)|reset(?:ting)?|updat(?:e[sd]?|ing)|switch(?:ed|ing)?|made|making)[ ]"
    rf"(?:[\w'’-]+[ ]){{0,4}}?{_EN_LABELS}\b(?:[ ](?:for|of|on|at)[ ][\w'’ -]{{1,30}}?)?[ ](?:from|to|as|into)[ ]"
    r"[\"'“‘`]?(?P<value>\S[^\n]*)",
    re.IGNORECASE,
)
#: "I use hunter2 as my password", "hunter2 is my password".
_EN_BEFORE = re.compile(
    r"(?<![\w'’-])(?!(?:this|that|it|he|she|what|which|who|where|how|here|there|so|and|same|the|a|an)\b)"
    r"(?P<value>[^\s,;，。；]{3,64})[\"'”’`]?[ ](?:as|for|is|was)[ ](?:my|the|our|a|its)[ ](?:[\w-]+[ ]){0,2}?"
    rf"{_EN_LABELS}\b(?![ ](?:manager|hint|page|reset|policy|form|field))",
    re.IGNORECASE,
)
#: "PIN 4711", "password hunter2": no verb between, so the value has a digit in it.
_EN_BARE = re.compile(rf"\b{_EN_LABELS}[ ]+[\"'“‘`]?(?P<value>(?=\S*\d)[^\s,;，。；]{{3,}})", re.IGNORECASE)
_ZH_LABELLED = re.compile(
    rf"{_ZH_LABELS}(?:[^\s，。；：:是为]{{0,6}})?\s*(?:就?是|为|叫做?|(?:改|换|设|设置|修改|更新)(?:成了?|为|到)|=|:|：)\s*[“\"'‘「`]?(?P<value>\S[^\n]*)",
    re.IGNORECASE,
)
#: "hunter2 是我的密码", "用 hunter2 当密码".
_ZH_BEFORE = re.compile(
    rf"(?<![!-~])(?P<value>[A-Za-z0-9][!-~]{{3,64}})\s?[”\"'’」`]?\s?(?:就?是|当作?|作为|做)\s*(?:[我他她你它]们?的?)?[^\s，。；是]{{0,6}}{_ZH_LABELS}"
)
_ZH_BARE = re.compile(
    rf"{_ZH_LABELS}\s*[“\"'‘「`]?(?P<value>[A-Za-z0-9][^\s，。；、,;“”]{{3,}})", re.IGNORECASE
)

#: Where the value of a label ends: punctuation that is followed by a space, the end, or a Chinese character.
_VALUE_END = re.compile(
    r"[,;.!?](?=\s|$|[\u4e00-\u9fff])|[，。；！？、\n]|\s(?=[\u4e00-\u9fff])|\s(?:and|but|so|which|please|thanks)\b|[\"”’」`](?=\s|$|[,.，。])"
)
#: Digits as cards carry them: in one piece, in fours, or 4-6-5.
_CARD = re.compile(
    r"(?<![\dA-Za-z.-])(?:\d{13,19}|\d{4}(?:[ -]\d{4}){2,3}(?:[ -]\d{1,4})?|\d{4}[ -]\d{6}[ -]\d{4,5})(?![\dA-Za-z-])"
)
_ZH_ID = re.compile(
    r"(?<![\dA-Za-z])[1-9]\d{5}(?:18|19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx](?![\dA-Za-z])"
)
_SSN = re.compile(r"(?<![\d-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])")
_IBAN = re.compile(
    r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{4}){2,7}(?:[ ]?[A-Z0-9]{1,3})?(?![A-Za-z0-9])"
)


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


def _labelled(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, int]]:
    for match in pattern.finditer(text):
        start, stop = match.span("value")
        if _NO_VALUE.match(text, start):
            continue
        # A phrase can be a password: the value goes as far as the clause, which may be the whole line.
        end = _VALUE_END.search(text, start + 1, stop)
        yield start, end.start() if end else stop


def _checked(pattern: re.Pattern[str], check: Callable[[str], bool], text: str) -> Iterator[tuple[int, int]]:
    return (match.span() for match in pattern.finditer(text) if check(match.group()))


def secrets(text: str) -> list[tuple[int, int]]:
    """The stretches of a text that hold a secret, in order, without overlaps."""
    found = [match.span() for match in _SHAPES.finditer(text)]
    for pattern in (_EN_LABELLED, _EN_CHANGED, _EN_BARE, _ZH_LABELLED, _ZH_BARE):
        found.extend(_labelled(pattern, text))
    for pattern in (_EN_BEFORE, _ZH_BEFORE):
        found.extend(match.span("value") for match in pattern.finditer(text))
    found.extend(_checked(_CARD, _luhn, text))
    found.extend(_checked(_IBAN, _iban, text))
    found.extend(match.span() for pattern in (_ZH_ID, _SSN) for match in pattern.finditer(text))
    merged: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def masked(text: str) -> str:
    """The text with each secret replaced by dots of the same length, so that offsets hold."""
    for start, end in secrets(text):
        text = text[:start] + MASK * (end - start) + text[end:]
    return text

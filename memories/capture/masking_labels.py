"""Secrets that show by what is said of them: "my PIN is 4711", "密码是…"; and what looks like one beside such words."""

from collections.abc import Iterator

from memories.capture.masking_shapes import Stretch
from memoryhub import patterns as re

_EN_LABELS = (
    r"(?:pas{1,2}[ ]?w(?:or|ro|r|ar|o)d|pass(?:code|phrase|wd)|pwd|pw|"
    r"log-?[ ]?in(?:[ ](?:details?|data))?|credentials?|pin(?:[ ]?(?:code|number))?|cvv2?|cvc2?|"
    r"secret[ ](?:key|word|code)|otp|"
    r"(?:security|unlock|door|gate|garage(?:[ ]door)?|alarm|entry|access|verification|one[- ]time|2fa|mfa|"
    r"two[- ]factor|authenticator|backup|sms)[ ](?:pass)?codes?|"
    r"(?:api|access|private|secret|auth|licen[cs]e|product|activation|recovery|encryption|signing)[ _-]?"
    r"(?:key|token|secret|code|phrase)s?|"
    r"(?:bearer|auth|access|refresh)[ _-]?tokens?|(?:client|aws|app|shared|totp|otp|2fa|mfa)[ _-]?(?:secret|seed)|"
    r"(?:seed|mnemonic)[ ]phrase|passport(?:[ ](?:number|no\.?))?|(?:bank[ ])?account[ ]number|"
    r"social[ ]security(?:[ ]number)?|ssn|national[ ]insurance[ ]number|"
    r"(?:identity|id)[ ](?:card[ ])?number|driv(?:er'?s?|ing)[ ]licen[cs]e(?:[ ](?:number|no\.?))?)"
)
_ZH_LABELS = (
    r"(?:密码|密碼|口令|密钥|密鑰|秘钥|私钥|令牌|验证码|驗證碼|动态码|校验码|安全码|支付码|解锁码|开锁码|激活码|助记词|"
    r"身[份分][证證](?:字?[号號]码?|件号)?|证件号码?|"
    r"护照(?:号码?)?|银行卡号?|卡号|银行[账帐]号|[账帐][户号]号码|社保号码?|驾(?:照|驶证)号码?|CVV2?码?|CVC2?码?|背面三位数|"
    r"密保答案|API\s?[Kk]ey|[Aa]pp\s?[Ss]ecret|(?<![A-Za-z_])(?:pwd|PWD)|"
    r"(?<![A-Za-z_])[Tt]oken(?![A-Za-z])(?=\s*[是为:：=]))"
)

#: Words after "password is" that show that no password follows.
_NO_VALUE = re.compile(
    r"(?:too|very|not|never|wrong|incorrect|expired|weak|strong|long|short|invalid|required|needed|missing|"
    r"hard|easy|the[ ]same|stored|saved|kept|valid|expir\w+|in[ ]|on[ ]|under[ ]|about|being|asked|forgotten|lost)\b|"
    r"[?？]|"
    r"(?:什么|多少|几|啥|忘|太|不对|错|过期|不记得|没|不|怎么|存在|写在|放在|有效|到期|过期|"
    r"(?:19|20)\d\d\s?(?:年|[-/.]\d{1,2})[^，。,;；\d]{0,6}(?:\d{1,2}\s?[月日号][^，。,;；\d]{0,4}){0,2}"
    r"(?:到期|过期|失效|期满|有效|办的|换的|该换|要换)|"
    r"\d{1,2}\s?月(?:份|底|初)?.{0,4}(?:到期|过期|失效))",
    re.IGNORECASE,
)
#: What comes between a label and its value. Where a value is more often no secret, it must have a digit.
_IS = (
    r"(?:'s|’s|\s*(?:is|was|are|=|:|：|->|→|used[ ]to[ ]be)|"
    r"\s+(?:-|–|—)\s+(?=\S*\d)|\?\s+it(?:'s|’s|[ ]is)(?=[ ]\S*\d))"
)
_EN_LABELLED = re.compile(
    rf"\b{_EN_LABELS}\b(?:[ ](?:for|to|of|on|at)[ ](?:(?:my|the|our|his|her|this)[ ])?[\w' -]{{1,30}}?)?"
    rf"{_IS}\s*(?:now[ ]|still[ ])?[\"'“‘`]?(?=(?P<value>\S[^\n]*))",
    re.IGNORECASE,
)
#: "The code to my safe is 84-12-33", "my bike's combination: 4711", "our wifi pass: Blue7heron".
_EN_OPENS = re.compile(
    r"\b(?:(?:code|combination|combo)[ ](?:to|for|of|on)[ ](?:[\w'’-]+[ ]){0,3}?"
    r"(?:safe|lock|locker|padlock|gate|door|garage|alarm|vault|suitcase|lockbox|building|house|flat|apartment|phone)|"
    r"(?:safe|lock|locker|padlock|lockbox|bike|vault|suitcase)(?:'s|’s)?[ ](?:code|combination|combo|pin))"
    r"(?:'s|’s|\s*(?:is|was|=|:|：|-))[ ]?(?:now[ ]|still[ ])?[\"'“‘`]?(?P<value>(?=\S*\d)[^\s,;，。；]{2,})|"
    r"\bpass(?:\s*[:=]\s*|\s+is\s+)[\"'“‘`]?(?P<pass>(?=\S*\d)(?=\S*[A-Za-z])[^\s,;，。；]{5,})",
    re.IGNORECASE,
)
_EN_ANSWER = re.compile(
    r"\banswers?[ ](?:to|for)[ ](?:my|the|our|a)[ ](?:[\w-]+[ ]){0,2}?security[ ]questions?[ ](?:is|was|are)[ ]"
    r"(?P<value>\S[^\n]*)|"
    r"\bsecurity[ ](?:question[ ])?answer(?:[ ]is|:)[ ]?(?P<answer>\S[^\n]*)",
    re.IGNORECASE,
)
#: "I changed my mail password from one to another", "set the PIN to 4711".
_EN_CHANGED = re.compile(
    r"\b(?:sets?|setting|chang(?:e[sd]?|ing)|reset(?:ting)?|updat(?:e[sd]?|ing)|switch(?:ed|ing)?|made|making)[ ]"
    rf"(?:[\w'’-]+[ ]){{0,4}}?{_EN_LABELS}\b(?:[ ](?:for|of|on|at)[ ][\w'’ -]{{1,30}}?)?[ ](?:from|to|as|into)[ ]"
    r"[\"'“‘`]?(?=(?P<value>\S[^\n]*))",
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
_EN_BARE = re.compile(
    rf"\b(?:{_EN_LABELS}|(?:bank|savings|current)[ ]account|n\.?i\.?[ ]number)[ ]+[\"'“‘`]?"
    r"(?P<value>(?=\S*\d)[^\s,;，。；]{3,})",
    re.IGNORECASE,
)
_ZH_LABELLED = re.compile(
    rf"{_ZH_LABELS}(?:[^\s，。；：:是为]{{0,6}})?\s*(?:就?(?:还|分别|一直都?)?是|(?:分别)?为|叫做?|(?:改|换|设|设置|修改|更新)(?:成了?|为|到)|=|:|：)"
    r"\s*[“\"'‘「`]?(?=(?P<value>\S[^\n]*))",
    re.IGNORECASE,
)
#: "hunter2 是我的密码", "用 hunter2 当密码".
_ZH_BEFORE = re.compile(
    rf"(?<![!-~])(?P<value>[A-Za-z0-9][!-~]{{3,64}})\s?[”\"'’」`]?\s?(?:就?是|当作?|作为|做)\s*(?:[我他她你它]们?的?)?[^\s，。；是]{{0,6}}{_ZH_LABELS}"
)
_ZH_BARE = re.compile(
    rf"{_ZH_LABELS}\s*[“\"'‘「`(（]?(?P<value>[A-Za-z0-9][^\s，。；、,;“”）)]{{2,}})", re.IGNORECASE
)

#: Where the value of a label ends: punctuation that is followed by a space, the end, or a Chinese character.
_VALUE_END = re.compile(
    r"[,;.!?](?=\s|$|[\u4e00-\u9fff])|[，。；！？、\n]|\s(?=[\u4e00-\u9fff])|\s(?:and|but|so|which|please|thanks)\b|[\"”’」`](?=\s|$|[,.，。])"
)
#: The words of a wallet's phrase, which are words like others: they follow its name, many of them.
_PHRASE = re.compile(
    r"(?:\b(?i:(?:seed|recovery|backup|mnemonic|wallet)[ ](?:phrase|words|seed)|mnemonic)\b|助记词|恢复短语)"
    r"[^a-z\n]{0,12}(?:(?:is|are|was)[^a-z\n]{1,3})?"
    r"(?P<value>[a-z]{3,8}(?:[\s,，、]{1,2}(?:\d+\.?\s?)?[a-z]{3,8}){10,})"
)

#: In the neighbourhood of these words, whatever looks like a password is one.
_NEAR = re.compile(
    r"\b(?:pass ?(?:words?|codes?|phrases?|wd)|pwd|credentials?|pins?)\b(?![ ](?:manager|policy|vault))|"
    r"密码|密碼|口令|密钥",
    re.IGNORECASE,
)
_NEAR_CHARACTERS = 60
_TOKEN = re.compile(r"(?<![!-~])[!-~]{5,64}")
_QUOTES = "\"'`()<>[]{},;:.?"
_STRONG = re.compile(
    r"(?=.*\d)(?=.*[A-Za-z])(?:.*[A-Za-z0-9][!@#$%^&*_+=~?][A-Za-z0-9]|.*[A-Za-z]\d+[A-Za-z]|.*[!@#$%^&*]\d|.*\d[!@#$%^&*]+$|.*[a-z][A-Z])"
    r"|(?=.{8})[A-Za-z]+[!#$%^&*~]+[A-Za-z]+"
)
_ADDRESS = re.compile(
    r"://|^www\.|^[\w.+-]+@[\w-]+\.[\w.]+$|^/|\.(?:com|org|net|cn|io|py|js|txt|md|pdf|docx?)\b", re.IGNORECASE
)


def found(text: str) -> Iterator[Stretch]:
    """The stretches that are called a secret by the words around them; they may overlap."""
    for pattern in (_EN_LABELLED, _EN_CHANGED, _EN_BARE, _EN_ANSWER, _ZH_LABELLED, _ZH_BARE):
        yield from _labelled(pattern, text)
    for pattern in (_EN_BEFORE, _EN_OPENS, _ZH_BEFORE, _PHRASE):
        yield from (match.span(match.lastgroup or 0) for match in pattern.finditer(text))
    yield from _beside(text)


def _labelled(pattern: re.Pattern[str], text: str) -> Iterator[Stretch]:
    for match in pattern.finditer(text):
        start, stop = match.span(match.lastgroup or 0)
        if _NO_VALUE.match(text, start):
            continue
        # A phrase can be a password: the value goes as far as the clause, which may be the whole line.
        end = _VALUE_END.search(text, start + 1, stop)
        yield start, end.start() if end else stop


def _beside(text: str) -> Iterator[Stretch]:
    """What looks like a password, in the same line as a word for one and not far from it."""
    for label in _NEAR.finditer(text):
        first = max(text.rfind("\n", 0, label.start()) + 1, label.start() - _NEAR_CHARACTERS)
        line_end = text.find("\n", label.end())
        last = min(len(text) if line_end < 0 else line_end, label.end() + _NEAR_CHARACTERS)
        for match in _TOKEN.finditer(text, first, last):
            token = match.group().strip(_QUOTES)
            if (
                len(token) >= 5
                and _STRONG.match(token)
                and not _ADDRESS.search(token)
                and not _NEAR.search(token)
            ):
                start = match.start() + match.group().index(token)
                yield start, start + len(token)

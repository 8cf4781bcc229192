"""Whether a message needs memory at all. Pure rules in both languages; what they let through is judged row by row."""

# ruff: noqa: E501

from enum import StrEnum

from memories.recall import courtesies, gate_signals
from memories.recall.overview import asks_for_overview
from memories.recall.tokens import has_chinese, normalise
from memoryhub import patterns as re


class Gate(StrEnum):
    """Why recall read, or did not. At most 20 characters: a trace keeps it."""

    OPEN = "open"
    EMPTY = "empty"
    SMALL_TALK = "small_talk"
    NONSENSE = "nonsense"
    ARITHMETIC = "arithmetic"
    GENERAL = "general"  # general knowledge, and writing, coding or translating for nobody in particular
    SWITCHED_OFF = "switched_off"


_EN_PERSON = re.compile(
    r"\b(i|i'm|i've|i'd|i'll|me|my|mine|myself|we|us|our|ours|remember|remind)\b|"
    r"^\W*favou?rite [\w ]{2,20}\?|\b(the|that) (trip|holiday|vacation|honeymoon|visit|stay) (to|in|at|with|we)\b"
)
_ZH_PERSON = re.compile(
    r"(?<![自忘小])[我咱俺](?!行我素)|记得|提醒|上次|[那上这]次(?:去|旅行|旅游|出差|聚)|(?:旅行|旅游|出差|聚会)那次|之前(说|提|聊|定)"
)

# "How do I bake bread?" asks about bread; "How do I like my coffee?" asks about the person.
_EN_HOW_TO = re.compile(
    r"\b(how|where|when) (do|can|could|should|would|might) (i|we)\b(?! (usually|normally|like|prefer|take|live|work|feel|go|keep|want|get|store|put|bank|volunteer|stand|know))"
)

_EN_GREETING = (
    r"(hi|hello|hey|heya|yo|hiya|howdy|greetings|good (morning|afternoon|evening|night|day)|morning|evening|night|"
    r"how are (you|things)|how('s| is) it going|how do you do|what'?s up|sup|nice to (meet|see) you|welcome back|"
    r"thanks?( you)?( so| very)?( much)?|many thanks|cheers|ty|thx|ok(ay)?|k|sure|cool|great|nice|good|perfect|awesome|alright|"
    r"all right|got it|i see|right|fine|yes|yep|yeah|yup|no|nope|nah|never ?mind|no problem|no worries|you'?re welcome|"
    r"sounds good|well done|good job|bye|goodbye|see (you|ya)( later| soon| tomorrow)?|later|take care|good luck|"
    r"lol|haha+|hehe+|wow|hmm+|oh|ah|please|sorry|excuse me|never mind|congrats|congratulations|"
    r"who are you|what are you|what can you do|are you (there|ok|okay|real|a bot|an ai|human)|test(ing)?|there|again|then|everyone|"
    r"and you|you|too|that'?s (great|good|nice|cool|fine|all|it)|you too|have a (good|nice|great) (day|one|weekend|night|evening)|"
    r"let'?s (go|start|begin|chat|talk)|go on|continue|i'?m (good|fine|ok|okay|back|here)|tell me a joke)"
)
_EN_SMALL_TALK = re.compile(rf"^(?:(?:{_EN_GREETING}|{courtesies.EN})(?![a-z])[\s,.!?~…:;)(\-]*)+$")
#: No piece is made of others: "好吧" is 好 and 吧, and "哈哈哈…" would be read in millions of ways.
_ZH_GREETING = (
    r"(哈喽|嗨|嘿|早|早上好|早安|上午好|中午好|下午好|晚上好|晚安|在吗|在不在|在么|你在干嘛|最近好吗|你最近怎么样|最近怎么样|"
    r"你好吗|吃了吗|谢谢|多谢|感谢|辛苦|好|好的|行|可以|嗯|哦|噢|喔|啊|额|呃|是的|是|对|对的|没错|不是|不用|没事|没关系|"
    r"不客气|明白|懂了|知道了|收到|了解|再见|拜拜|回见|回头见|明天见|下次见|加油|厉害|真棒|太棒了|不错|呵|嘻|"
    r"你是谁|你是什么|你能做什么|你会什么|你会做什么|你叫什么(名字)?|你多大|测试|test|继续|讲个笑话|说个笑话|聊聊天?|随便聊聊|陪我聊聊|陪我聊天|"
    r"我来了|我回来了|我走了|我先走了|先这样|就这样|没了|没有了|算了|真的吗|是吗|这样啊|原来如此|"
    r"呀|啦|了|吧|呢|哒|哈|你|您|大家|们|小助手|助手|亲)"
)
_ZH_SMALL_TALK = re.compile(rf"^(?:(?:{_ZH_GREETING}|{courtesies.ZH})[\s,，.。!！?？~～…、:：;；]*)+$")

_ARITHMETIC_CHARACTERS = re.compile(r"^[\s\d+\-*/×÷xX^%().,=?？!！等于加减乘除以多少的是几]+$")
_EN_ARITHMETIC = re.compile(
    r"^(what('?s| is|s)|how much is|calculate|compute|solve|work out|evaluate)?\s*(the )?(result of |sum of |product of |square root of "
    r"|sqrt )?\(?-?\d[\d.,]*\)?(\s*(\+|-|–|\*|/|×|÷|x|\^|%|plus|minus|times|over|and|mod|multiplied by|divided by|to the power of|percent of|% of|"
    r"percent|squared|cubed)\s*\(?-?[\d.,]*\)?)+\s*=?\s*\??$"
)
_ZH_ARITHMETIC = re.compile(
    r"^(请)?(帮我)?(算一下|计算一下|计算|算算|算)?\s*[\d零一二三四五六七八九十百千万]+\s*(的|[+\-*/×÷xX加减乘除])[以上去]?\s*[\d零一二三四五六七八九十百千万平方根立次幂]+.{0,8}$"
)

_EN_FOR_NOBODY = re.compile(
    r"^(please |can you |could you |would you |will you |now )*(translate|define|explain|summari[sz]e|proofread|rewrite|rephrase|paraphrase|"
    r"convert|spell|pronounce|calculate|solve|prove|implement|debug|refactor|code|"
    r"write|compose|draft|generate|create|make up|give me|tell me|show me|list|name|describe|compare|outline|brainstorm|act as|pretend|imagine)\b"
)
_EN_WORKS = re.compile(
    r"\b(haiku|poem|sonnet|limerick|lyrics|essay|article|blog|story|tale|joke|riddle|script|function|program|code|class|regex|query|sql|"
    r"algorithm|python|javascript|java|rust|c\+\+|html|css|bash|equation|formula|translation|paragraph|sentence|synonyms?|antonyms?|"
    r"press release|slogan|tagline|speech|dialogue|sentences|tweet|headline|outline|summary|template|table|spreadsheet|quiz|"
    r"fact|facts|facts about|difference|differences|history|meaning|definition|capital|countries|planets|examples?)\b"
)
_EN_KNOWLEDGE = re.compile(
    r"(\b(capital|population|currency|president|prime minister|area|height|distance|speed|boiling point|melting point|atomic|chemical|"
    r"formula|definition|meaning|etymology|synonym|antonym|plural|past tense|origin|author|inventor|founder|history) (city )?of\b|"
    r"\bwho (invented|discovered|wrote|painted|composed|founded|directed|won|is the (president|king|queen|ceo|author))\b|"
    r"\bwhat (does|do) .{1,40} (mean|stand for)\b|\bhow do (you|people|they) say\b|\bhow (far|big|tall|deep|heavy|hot|fast|long) (is|are|does|do) (the|a|an|it)\b|"
    r"\bhow (many|much|long|often) .{0,30}\b(do|does|are|is|can) (a|an|the|most|people|adults|humans|cats|dogs)\b|"
    r"\bhow (do|does|did) (a|an|the|most)?\s*\w+s?\b.{0,40}\b(work|form|formed|happen|function|made|evolve)\b|"
    r"\bwhat('?s| is| are) (the )?(difference|boiling|speed|largest|smallest|tallest|longest|highest|biggest|fastest|oldest)\b|"
    r"\bwhy (is|are|do|does) (the|a|an|most|people|cats|dogs|humans|it|[a-z]+s)\b|^do (cats|dogs|people|fish|birds|animals|plants|humans|babies) |\bwhat is the (best|most|right|correct|usual|average)\b|\bin what year\b|\bwhen (was|were|did) (the|world)\b)"
)
_ZH_FOR_NOBODY = re.compile(
    r"(用.{1,4}语(怎么|咋|如何)(说|讲|写|读)|翻译(成|一下|下面|这|为)|^(请)?(帮忙|帮我|给我|替我)?(把.{0,60})?(翻译|润色|改写|总结|概括|校对|扩写|缩写)|"
    r"^(请)?(帮忙|帮我|给我|替我|用.{1,12})?(写|编|创作|生成|作|做|讲|出|列|画)(一?[首篇个段份句封道张则出]|出|几[首篇个段份句道]|两[首篇个段份句]|些|点).{0,30}"
    r"(诗|文章|作文|故事|童话|笑话|歌词|函数|代码|程序|脚本|文案|对联|段子|谜语|剧本|小说|演讲稿|公式|题|例子|表格|口号|标语|新闻|摘要|论文|散文|正则|算法|俳句)|"
    r"^(请)?(解释|介绍|说明|讲解|科普|定义|列举|比较|分析)(一?下)?)"
)
_ZH_KNOWLEDGE = re.compile(
    r"(省会|首都|(人口|面积|海拔|直径|密度|沸点|熔点|原子|化学式|分子式)(是|有|为)?(多少|多大|多高|什么)|哪个(省|国家|朝代|洲|大洲)|哪年(建立|成立|发明|爆发)|"
    r"谁(发明|发现|写的|创立|画的|导演)|什么意思|是什么(意思|原理|概念)|(代表|象征|意味着)什么|有(什么|哪些)(区别|流派|种类|不同|分类)|什么是|的(定义|原理|规则|区别|由来|历史|含义|近义词|反义词|作者|起源|基本概念)|怎么(用|给|把)|是怎么回事|哪个(好|更|省|比较)|(什么时候|怎么).{0,6}最好|"
    r"为什么(天|海|月亮|太阳|地球|猫|狗|人|鸟|鱼|树|冬天|夏天)|(一般|通常|平均|大概|大约)(要|需要|会|能|一天|每天|一年|活|睡|有)?.{0,10}(多少|几|多久|多长|多大|多高)|"
    r"怎么(形成|产生|发明|工作)的|(世界|全球|中国|宇宙)(上)?(最|第一)|(最大|最高|最长|最小|最快|最深)的.{0,10}(是|叫|有))"
)

#: "ha ha ha ha" is no more than "ha ha"; what is longer than this is no small talk.
_REPEATED = re.compile(r"(.{1,12}?)\1{2,}")
_LONGEST_LAUGH, _SMALL_TALK_LENGTH = 2_000, 80
_VOWELS = re.compile(r"[aeiouyàâäéèêëíîïóôöúûü]")
_KEYBOARD_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def gate(query: str) -> Gate:
    """Why this message needs no memory, or ``OPEN``. Whether there is memory to read is the caller's to say."""
    plain = re.sub(r"\s+", " ", normalise(query)).strip()
    plain = plain.replace("’", "'")
    if not any(character.isalnum() for character in plain):
        return Gate.NONSENSE
    short = _REPEATED.sub(r"\1\1", plain) if len(plain) < _LONGEST_LAUGH else plain
    if len(short) <= _SMALL_TALK_LENGTH and (_EN_SMALL_TALK.match(short) or _ZH_SMALL_TALK.match(short)):
        return Gate.SMALL_TALK
    if _is_arithmetic(plain):
        return Gate.ARITHMETIC
    if is_nonsense(plain):
        return Gate.NONSENSE
    if not is_personal(plain) and _for_nobody(plain):
        return Gate.GENERAL
    if asks_for_overview(query):
        return Gate.OPEN
    if gate_signals.weight(plain, original=query) < gate_signals.THRESHOLD:
        return Gate.GENERAL
    return Gate.OPEN


def needs_memory(query: str) -> bool:
    """Whether the message, seen alone, needs the memory of who writes it."""
    return gate(query) == Gate.OPEN


def is_personal(query: str) -> bool:
    """Whether the message speaks of the person who writes it."""
    plain = normalise(query).replace("’", "'")
    plain = _EN_HOW_TO.sub("", plain)
    english = re.sub(
        r"\b(give|tell|show|help|teach|write|make|find|get|book|order|buy|send|bring|let) (me|us)\b",
        "",
        plain,
    )
    chinese = re.sub(r"(帮|给|替|告诉|教|跟|和|请)(我|我们|咱们)(?!的|家|[爸妈哥姐弟妹爷奶])", "", plain)
    return bool(_EN_PERSON.search(english) or _ZH_PERSON.search(chinese))


def _is_arithmetic(plain: str) -> bool:
    if not any(character.isdigit() for character in plain) and not _ZH_ARITHMETIC.match(plain):
        return False
    if re.fullmatch(r"[\d\s.:\-/]+", plain) and not re.search(r"\d\s*[/*]\s*\d", plain):
        return False  # a bare number or date may be what is looked for
    return bool(
        _ARITHMETIC_CHARACTERS.match(plain) or _EN_ARITHMETIC.match(plain) or _ZH_ARITHMETIC.match(plain)
    )


def _for_nobody(plain: str) -> bool:
    if _ZH_FOR_NOBODY.search(plain) or _ZH_KNOWLEDGE.search(plain) or _EN_KNOWLEDGE.search(plain):
        return True
    if not (match := _EN_FOR_NOBODY.match(plain)):
        return False
    free = match.group(2) in {
        "translate", "define", "explain", "summarise", "summarize", "proofread", "rewrite", "rephrase", "paraphrase", "convert",
        "spell", "pronounce", "calculate", "solve", "prove", "implement", "debug", "refactor", "code",
    }  # fmt: skip
    return free or _EN_WORKS.search(plain) is not None


def is_nonsense(plain: str) -> bool:
    """Whether the words are typed at random: mashed keys in Latin letters, or Chinese that an input method made of them."""
    words = re.findall(r"[a-z]+", plain)
    mashed = [word for word in words if _is_mashed(word)]
    if has_chinese(plain):
        return bool(mashed) and _scattered(plain)
    return bool(words) and len(mashed) == len(words) and not any(c.isdigit() for c in plain)


def _is_mashed(word: str) -> bool:
    if len(word) >= 3 and any(word in row or word in row[::-1] for row in _KEYBOARD_ROWS):
        return True
    if len(word) < 4:
        return False
    if len(set(word)) <= 2 or not _VOWELS.search(word):
        return len(word) >= 5 or len(set(word)) <= 2
    return re.search(r"[bcdfghjklmnpqrstvwxz]{5,}", word) is not None


def _scattered(plain: str) -> bool:
    """Mashed letters among Chinese of which no question or statement can be read."""
    return re.search(r"[我你他她]|什么|怎么|吗|哪|谁|几|多少|的是|密码|编号", plain) is None

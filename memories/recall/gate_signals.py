"""What in a message calls for memory, and what makes it a piece of work on its own material. Pure rules, both languages.

Each rule names a kind of wording; ``weight`` sums what they say. The gate lets through what is above its threshold.
"""

# ruff: noqa: E501

from memories.recall.relation_words import relations
from memories.recall.tokens import has_chinese
from memoryhub import patterns as re

#: A message longer than this brings its own material, unless it speaks of the person.
_LONG_ENGLISH = 320
_LONG_CHINESE = 160

Rules = tuple[tuple[re.Pattern[str], float], ...]


def _rules(*pairs: tuple[str, float]) -> Rules:
    return tuple((re.compile(pattern), weight) for pattern, weight in pairs)


_ENGLISH = _rules(
    # Whose it is, and what the person did, is, has.
    (r"\b(my|mine|myself|our own)\b", 2.4),
    (r"\b(did|do|am|was|were|have|had|should|would|could|can|ca|wo|will|may|shall)(n't)? (i|we)\b", 1.5),
    (r"\b(i'm|i've|i'd|i was|i am|i have|i had|i did|i got|i bought|i went|i like|i love|i hate|i prefer|i usually|i often|i always|i never|i used to|i live|i work)\b", 1.5),
    (r"\bi (\w+ly )?(\w+ed|met|saw|told|took|gave|made|said|spent|read|ate|left|came|began|wore|wrote|sold|paid|kept|lost|found)\b", 1.5),
    (r"\b(i|me|we|us|our)\b", 0.7),
    (r"^(i|we|you) (once|recently|already|also)\b|^i (like|don't like|do not like|dislike|enjoy)\b", 1.5),
    (r"\bhow (do|can|could|should|would|might) (i|we)\b(?! (usually|normally|like|prefer|take|live|work|feel|go|keep|get to)\b)", -1.5),
    (r"^(you are|you're|assume|suppose|imagine|from now on|i (want|would like|need) you to)\b|\b(act|acting) as\b|\brole ?play", -1.4),
    (r"\b(for|suits?|fits?|like|to) me\b", 1.5),
    (r"\b(call|address) me\b|\bare (i|we)\b|\b(have|did|do|are|were) [\w ]{1,20} and i\b", 1.5),
    (r"^\W*(please )?(tell|remind|show) me (something |more |all )?(about|of) (the|our|that) [\w' -]{0,24}\b(trip|holiday|vacation|visit|weekend|party|wedding|dinner|meeting|appointment|concert|interview|move|stay|honeymoon|time (in|at|with))\b", 2.4),
    # Earlier talk, and what the assistant said in it.
    (r"\b(remember|remind|recall|last time|previous(ly)?|earlier|the other day|we (talked|spoke|discussed|chatted)|you (once )?(told|said|mentioned|recommended|suggested|gave))\b", 2.0),
    # Asking for something to one's taste: the taste is in memory.
    (r"\b(recommend|recommended|recommendations?|suggest|suggestions?|you'd (pick|choose)|must[- ](try|have|see|visit|read))\b", 2.0),
    (r"^what('s| is| are) (the best|some|a good|good|your (advice|recommendation|suggestion))\b", 1.6),
    (r"^(any|got any|have any) (good |nice |fun )?(ideas?|tips?|thoughts?|suggestions?|advice)\b", 1.6),
    (r"^(where|who|is there|are there)\b.{0,20}\b(good|nice|great|cheap|decent|quiet|nearby|best)\b", 1.5),
    (r"^(where|what|which|who) (should|could|can|would) (i|we)\b", 1.0),
    # Things and people that only the person's own life makes definite.
    (r"\b(which|what) (event|one) happened first\b|\bhow (long|many days?|many weeks?|many months?) .{0,40}\b(passed|between|ago|take)\b|\bin the (last|past) (few )?(days?|weeks?|months?|years?)\b", 1.6),
    (r"\b(the|this|that) (dentist|doctor|landlord|boss|meeting|appointment|flight|trip|wedding|party|lease|contract|boiler|garage|spare key|locker|new (apartment|flat|house|job|car|lens|phone))\b", 1.4),
    (r"\b[A-Z][a-z]+'s (birthday|address|number|name|email|job|vet|school|office|phone|visit|favou?rite|wedding|party|flight|exam|surgery|recital|graduation|dog|cat|husband|wife|boyfriend|girlfriend|partner|kids?|son|daughter|house|flat)\b", 1.6),
    (r"^(and |so )?(when|where|what time|what day|which (day|room|floor|gate)|who|what)('s| is| are| was| were) (the|our|that)\b.{0,40}$", 0.9),
    (r"^who (?!(invented|wrote|discovered|painted|composed|founded|is|was|are|were|won|made|should|can|could|would)\b)\w+s? .{0,40}$|^what happened (to|with) (the )?.{0,30}$|^what('s| is) the .{0,25}\b(called|code|number|name|address)\b", 0.9),
    (r"^how old (is|was) [A-Z]\w+\W*$", 1.0),
    (r"^(what|where|when|who|how) (does|did|is|was) [A-Z]\w+ (?!(Street|Sea|Ocean|Wall|War)\b)(like|need|want|live|work|drink|eat|go|born|old|called|have|take|sleep|study|do|teach|play|love|hate|speak|drive|get|from|allergic|married)\b", 0.9),
    # Choosing and buying for the person.
    (r"^(please |can you |could you |would you )*(help me )?(find|pick( out)?|choose|order|book|buy|get|plan|create a playlist|make a playlist)\b( me| us)? (out )?(a|an|some|the|my)\b", 1.6),
    # Work on its own material, or a part to play.
    (r"^\W*(please |can you |could you |would you |now |ok(ay)?,? |and |so |also |then )*(write|rewrite|re-write|translate|summari[sz]e|explain|describe|list|generate|create|craft|compose|draft|design|develop|implement|convert|provide|give|show|tell|make|build|discuss|analy[sz]e|identify|define|compare|elaborate|expand|continue|improve|edit|format|act|imagine|assume|embrace|embody|pretend|solve|calculate|classify|extract|evaluate|outline|structure|simulate|use|add|remove|change|replace|update|fix|try(?! to)|let's|help me (write|create|construct|draft|understand))\b", -1.4),
    (r"\b(code|function|script|python|javascript|java|sql|api|database|html|css|json|regex|algorithm|software|server|class|csv|excel|docker|linux|react|code block|dataset|neural|model|equation|theorem|essay|article|blog|paragraph|sentence|story|poem|scene|character|chapter|email template|prompt|chatgpt|gpt|marketing|seo|customers?|clients?|business|company|startup|campaign|product|revenue|stakeholders?|methodology|paper|thesis|literature|slide|presentation|white paper)\b", -1.0),
    (r"^(thanks?( you)?|great|good|nice|perfect|ok(ay)?|yes|no|this is (good|great)|actually|now|continue|please continue|go on|more)\b", -0.8),
    (r"\b(above|below|the following|as follows|in similar way|same format|bullet points?|in (a )?table|\d+ words|words or less)\b", -1.0),
    (r"[{}<>=\\]|https?://|^\s*[•\-*\d]+[.)]?\s", -0.8),
)  # fmt: skip

_CHINESE = _rules(
    (r"我们(家|俩)?(最后|上次|当时|什么时候|哪天|哪年|是)?(决定|打算|约|定|去|住|认识|结婚|在一起|准备|说好|商量|哪|怎么)", 1.2),
    (r"^我们[^，。]{0,8}(选|看|买|吃|玩|做|住|说|聊|见|待|干|订)(了|过|到|的)?[^，。]{0,8}(哪|什么|谁|几|多少)[^，。]{0,8}$|你(应该|该|要|会|得)?(怎么|如何)(回答|回复|称呼|叫)我", 1.2),
    (r"我们(?:家|俩)?的(?!地球|世界|国家|祖国|社会|宇宙|太阳|月亮|星球|身体|大脑|祖先|文化|生活)", 1.2),
    (r"(最后|后来|当时|上次|上回|最终)(还是|是)?(定|决定|选|订|挑|敲定|商量)(的|了|下)", 1.2),
    (r"^[^，。]{1,8}(放|搁|藏|存|收|丢|停)(在|到)?(了)?(哪|什么地方|谁)|(钥匙|护照|证件?|遥控器|充电器|行李)在(哪|谁)", 1.2),
    (r"(房租|月租|租金|学费|会员|健身卡|年卡|月卡|车险|保险|物业费?|水电费?|房贷|车贷|工资)[^，。]{0,6}(多少|几|什么时候|哪天|到期)", 1.2),
    (r"[那上这]次(的)?[^，。]{0,6}(旅行|旅游|出差|聚会|面试|聚餐|搬家|约会|婚礼|见面|体检|考试|比赛)|(旅行|旅游|出差|聚会|面试|聚餐)那次", 1.4),
    (r"(订|买|点|选|坐).{0,6}(哪个|哪种|哪边|哪一?排|什么样的?|什么)(座位|位置|房型|口味|尺码|颜色|舱位?|房间|座)", 1.2),
    (r"^(?!什么|谁|哪|这|那|你|它|为|怎)[\u4e00-\u9fff·]{2,4}(是做什么的|是干(什么|嘛|啥)的|是谁|(现在)?住(在)?哪[里儿]?|在哪[里儿]?(上班|工作|上学|住)|(今年)?(多大|几岁)|喜欢(吃|喝)?什么|(什么时候|哪天)(生日|过生日))了?[?？\s]*$", 1.2),
    (r"我(自己)?的(?!意思|天)|我(家|爸|妈|哥|姐|弟|妹|爷|奶|老公|老婆|儿子|女儿|们家)", 2.0),
    (r"(?<![自忘小给帮替让对跟教为请])我(?!们|国|行我素)", 1.2),
    (r"我(曾经?|之前|以前|上次|上周|昨天|最近|平时|通常|一般|喜欢|不喜欢|讨厌|爱|在|有|是|要|想|参加|参观|住|用|买|去|吃|喝|做|应该|该|能|可以|适合)", 1.0),
    (r"(记得|提醒|上次|上回|之前(说|提|聊|定|推荐)|你(曾经?|之前|上次)?(给我|跟我|向我)?(说|讲|推荐|建议|提|告诉)过|来着|(给|向|跟)我(推荐|建议|提)了|咱们|我们(聊|谈|说|第一次))", 2.0),
    (r"我(的)?(老板|上司|领导|同事|朋友|女友|男友|女朋友|男朋友|对象|室友|房东)", 1.4),
    (r"(推荐|建议)(一?[些个家部本款下]|几|点)?|有什么(好|推荐|建议)|(吃|喝|去|买|送|玩|看)(点|些)?(什么|啥|哪)(好|呢|啊|呀)?", 0.9),
    # People and occasions that only the person's own life makes definite.
    (r"那(个|名|位|款|家|场|次|部)[^？?]{0,120}?(的人|的活动|的同事|的朋友|的会|[，,]?(他|她|其)的?)", 2.2),
    (r"有(几|多少)(个|名|位|场)(人|活动|同事|朋友|亲戚|会)", 2.2),
    (r"[\u4e00-\u9fff·]{2,20}(和|跟|与|还是)[\u4e00-\u9fff·]{2,20}(，|,)?(谁|哪个(活动|人))", 2.0),
    (r"(哪个|哪场|哪次)(活动|会议|聚会|旅行)", 1.5),
    (r"的?(持续时间|参与人数|举办(地点|时间)|活动(地点|时间)|规模|主办方)(是|有|在|更|分别)", 1.8),
    (r"(活动|会议|论坛|交流会|分享会|研讨会|聚会|大会|比赛|展览|讲座|年会|发布会|峰会|派对|旅行)的?(地点|时间|主要内容|主题|规模|人数)(是|在|有)", 1.8),
    (r"(生日|电话|手机号|联系电话|邮箱|身高|体重|老家|家乡|工作地(点)?|职位|职业|学历|教育背景|性格|爱好|住址|籍贯)(的[^，。]{0,8})?(是|在|有)?(哪|什么|多少|几|何时|啥|更)", 1.4),
    (r"(谁|他|她|那名?叫[^，。]{1,8}的)[^，。？?]{0,6}(在哪|是干什么|做什么|多高|多大|更高|更矮|更大)", 1.2),
    (r"(参观|去|住|用|买|入住|居住)的这?(家|个|款|部)?[^，。？?]{1,8}(怎么样|如何|是哪)", 1.8),
    (r"(其实|实际)?(我)?(是)?想(问|搞清楚|知道)的?(问题)?是", 1.2),
    (r"以下哪(个|一个|种)(是)?(最)?(可能|符合)", 1.2),
    (r"^.{0,14}(什么时候|哪天|几点|几号|哪儿|哪里|谁(?!(发明|写|画|创|是))|叫什么|密码|号码|域名|截止).{0,8}( *[a-zA-Z][\w'-]*\W*)?$", 0.9),
    (r"(定|敲定|商定|选定|说好)(了|的|下来)(的)?(是)?(什么|哪)|(怎么|什么|哪[个种家天]).{0,3}(定|敲定|商定|说好)(下来)?(了|的)", 1.2),
    (r"^谁.{1,10}$", 0.9),
    (r"(帮|给|替)[我他她]?[^，。]{0,4}(找|挑|选|订|买|安排|规划)(一?[个张台床家些款件套束]|点|机票|酒店|餐厅)|(避开|注意|准备|忌口|带)(些)?(什么|哪些|啥)|怎么(布置|安排|过)", 1.2),
    (r"[\u4e00-\u9fff]{2,20}[”\"]?(和|跟|与)[“\"]?[\u4e00-\u9fff]{2,20}.{0,12}(哪(个|一个)|谁)[^，。]{0,4}(更|持续|规模|参与)", 1.6),
    (r"(同事|下属|上司|领导|老板|邻居|室友|小区|公司|[舅姑姨叔伯婶]{1,2}[妈妈父]?)的?[^，。]{0,4}(是做什么|住着|怎么样|在哪|多大|叫什么)", 1.4),
    # Work on its own material, or a part to play.
    (r"(以下|下列|下面|上述|上面|给定|这段|这句|该句|此段|提供的|如下)(的)?[^，。：:]{0,8}(文本|文字|句子|段落|文章|内容|信息|数据|词语|单词|对话|材料|短文|列表|问题|主题|描述|场景|电影|代码|关键词|标题|诗|范文|缩写|选项)?", -1.2),
    (r"^(请|请你|请您|帮忙|麻烦|现在)?(帮我|帮忙|给我|为我|替我)?(把|将|对|用|从|根据|基于|按照|针对|结合)?[^，。？?]{0,12}?(改写|重写|编辑|翻译|润色|总结|概括|分类|标记|判断|解释|描述|列出|列举|写|编写|撰写|创作|生成|设计(?!师|院|图|公司)|提供|提出|给出|介绍|分析|比较|评价|讨论|计算(?!机)|求|证明|续写|扩写|缩写|仿写|补充|填空|回答|告诉|说明|阐述|阅读|输出|提取|识别|找出|模拟|构建|思考)", -1.4),
    (r"(扮演|假设|假如|假装|想象一下|你是(一|个|位|名|我的)|你(现在)?(将|要|正在)?(是|作为|模仿)|角色)", -1.6),
    (r"(代码|函数|程序|python|java|sql|算法|编程|数据库|api|公式|方程|矩阵|概率|作文|随笔|小说|故事|诗|文案|论文|新闻|简历|邮件|广告|标题|口号|演讲稿|剧本|英语|英文|中译英|emoji|语法|成语)", -0.8),
    (r"[{}<>=\\|]|https?://|\([a-d]\)|（[a-d]）|[a-d][.、．]", -0.8),
    (r"(甲|乙|丙|小明|小红|小王|小李|小张|某人|参与者|客户[:：]|客服|律师[:：])", -1.2),
)  # fmt: skip


#: As much of a message is weighed.
READ_CHARACTERS = 1_000
#: What a message must weigh to be read with memory.
THRESHOLD = 0.9


def weight(plain: str, *, original: str) -> float:
    """What the wording of a message, normalised, says for memory (above 0) and against it; ``original`` keeps capitals."""
    chinese = has_chinese(plain)
    plain, original = plain.strip("\"'“”‘’ "), original.strip("\"'“”‘’ ")[:READ_CHARACTERS]
    original = original[:1].lower() + original[1:]  # the capital of a sentence is no name's
    long = len(plain) > (_LONG_CHINESE if chinese else _LONG_ENGLISH)
    plain = plain[:READ_CHARACTERS]
    total = 0.0
    for pattern, value in _CHINESE if chinese else _ENGLISH:
        if pattern.search(plain) or (not chinese and "[A-Z]" in pattern.pattern and pattern.search(original)):
            total += value
    if relations(plain):
        total += 0.8
    if _is_fragment(plain, chinese=chinese):
        total += 1.0
    return total - 1.5 * long


_PIECE_ZH = r"(?:[^，。？?！!\s]{1,7}|[a-z0-9#&'./-]{1,24})"
_FRAGMENT_ZH = re.compile(rf"^{_PIECE_ZH}(?: {_PIECE_ZH}){{0,2}}$")
_FRAGMENT_EN = re.compile(r"^(?:[\w#&'./-]+ ){0,2}[\w#&'./-]+\W*$")
_NO_FRAGMENT = re.compile(
    r"^(?:continue|go on|more|again|next|yes|no|ok|okay|thanks|thank you|please)\b|继续|好的|谢谢"
)


def _is_fragment(plain: str, *, chinese: bool) -> bool:
    """Whether the message is but a few words, as people look something up: "garage code", "报销", "发票 pdf"."""
    pattern = _FRAGMENT_ZH if chinese else _FRAGMENT_EN
    return pattern.match(plain) is not None and not _NO_FRAGMENT.search(plain)

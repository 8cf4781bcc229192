"""The patterns by which a question asks for a slot, and a statement looks as if it filled one. Both languages."""

# ruff: noqa: E501

Slots = tuple[str, ...]
_NAME: Slots = ("name", "called")
_LIKES: Slots = ("likes", "dislikes", "favourite.", "habit", "eats", "avoids", "hobby")
_DIET: Slots = ("diet", "eats", "avoids", "allergy", "dislikes", "likes")
_HOME: Slots = ("residence", "dwelling")
_JOB: Slots = ("occupation", "employer")
_WHEN: Slots = ("event", "plan")

# Asked: patterns over normalised text. An English "do I" is often typed "did i", and apostrophes are lost: what's → whats.
ASKED: tuple[tuple[str, Slots], ...] = (
    (r"\bmy (full |first |last |real |own )?(name|surname)\b(?! of)|\bwho am i\b|\bwhat (am i|i am|i'm) called\b|\b(what|how) (should|do|would|can|could|will) (you|i want you to|i like you to) (call|address) me\b|\b(call|address) me\b.{0,12}\?|\b(do|should|would) i (like|want|prefer) to be called\b|\bmy nick ?name\b|"
     r"我(的)?(全名|大名|姓名|名字)|我(姓|叫)(什么|啥)|我是谁|我怎么称呼|(怎么|如何)(称呼|叫)我|(称呼|叫|喊)我(什么|啥|哪)|我(的)?(昵称|外号|小名|称呼)|我(希望|想|要)?你?(被)?(怎么|如何)?(称呼|叫)(我)?(什么|啥)", _NAME),
    (r"\bhow old am i\b|\bmy age\b|我(今年|现在|都)?(多大|几岁|多少岁)|我(的)?(年龄|年纪|岁数)", ("age", "birthday")),
    (r"\bmy (birthday|birth ?date|date of birth|star sign|zodiac)\b|\bwhen was i born\b|我(的)?(生日|出生|星座|生肖|属相)|我是?(什么|哪个)(星座|生肖|属相)|我属(什么|啥)|"
     r"我(是)?(哪年|几号|几月|什么时候|哪天)(出)?生|我(是)?(几号|几月|什么时候|何时|哪一?天).{0,4}过生日", ("birthday", "age")),
    (r"\bhow (tall|heavy) am i\b|\bhow much do i weigh\b|\bmy (height|weight)\b|我(现在)?(有)?多[高重]|我(的)?(身高|体重)|我(现在)?多少斤", ("attribute.height", "attribute.weight")),
    (r"\bmy gender\b|\bam i a (man|woman|boy|girl)\b|我是男|我(的)?性别", ("gender",)),
    (r"\bmy nationality\b|\bwhich country am i from\b|我(的)?国籍|我是哪国", ("nationality",)),
    (r"\bmy home ?town\b|\bwhere (did i grow up|was i born|was i raised)\b|\bgrow up\b|"
     r"我(的)?(老家|家乡|籍贯|故乡)|我(是)?(在)?(哪里|哪儿|什么地方)(长大|出生)", ("hometown",)),
    (r"\bwhere am i from\b|\bam i (originally )?from\b|\bdo i (originally )?come from\b|我(是)?(哪里|哪儿|什么地方)的?人",
     ("hometown", "residence", "nationality")),
    (r"\bwhere (do|did) i (live|stay|reside)\b|\b(city|town|country) am i (in|based)\b|\bwhere am i (based|living)\b|\b(city|town|country|area|street|place|neighbou?rhood|part of town) (do|am) i (live|living)\b|"
     r"\bmy (home |new |current )?(address|home(?! ?town)|house|flat|apartment|place|city)\b|\bdo i (still )?live\b|\bwhere('s| is|s) home\b|\b(city|town|country|village|place) do i call (my )?home\b|"
     r"我(现在|目前|家)?(是)?(住|家)(在)?(哪|什么|几|多)|我(现在)?(在)?(哪个|什么)(城市|地方|小区|区)|我(家)?(的)?(地址|住址|住处)|我(家)?住(得)?.{0,6}吗",
     _HOME),
    (r"\bmy (job|occupation|profession|work|trade|career|line of work|employer|company|workplace|job title)\b(?! (interview|application|offer|hunt|search|fair|centre|centers?|phone|laptop|computer|car|van|trip|party|permit|visa|bag|clothes|meeting|anniversary|appraisal|review|dinner|outing|retreat)s?\b)|"
     r"\bwhat do i do\b(?= (for|as|at)\b|\W*$)|\bwhat do i work (as|in)\b|\bdo i (earn|make) (my|a) (living|money)\b|\bwho do i work (for|with)\b|"
     r"\bwhere do i work\b|\b(what|which) (company|firm|industry|field) do i\b|"
     r"\bdo i teach\b|\b(kind|sort|type|line) of (work|job) (do|am) i\b|"
     r"我(现在|目前|平时)?(是)?干(嘛|啥)的|我(是|在)?(做|干|从事)(的)?(哪|什么)一?行|我(现在|目前|平时|在学校)?(是)?(做|干|从事|当|教|搞|卖|经营)(的)?(什么|啥|哪)|我是(开|修|画|写)(什么|啥|哪).{0,3}的|我(的)?(工作|职业|本职|职位|公司|单位)(?!的?(面试|年会|电话|手机|电脑|聚餐|团建|签证|会议|体检|考核|出差))|我(现在)?(在)?(哪|什么).{0,6}(上班|工作|任职|公司|单位)|我(靠什么|以什么)",
     _JOB),
    (r"\bmy (current |new )?project\b|\bwhat am i working on\b|\bam i (in charge of|responsible for)\b|我(在|现在)?(负责|做的)(什么|哪|的)?|我(的)?项目",
     ("project",)),
    (r"\b(morning|night|evening|early) (person|owl|lark|bird|riser)\b|\b(get|wake|stay) up (early|late)\b|早起的?人|夜猫子?|(晨|夜)型|(早|晚)睡|熬夜|早起吗", ("rhythm",)),
    (r"\b(what|which) (book|novel|story).{0,12}\b(reading|read)\b|\bam i reading\b|我(最近|现在|正)?(在)?(看|读)(的)?(是)?(什么|哪本|哪部|啥).{0,2}(书|小说)|我(最近|现在)?(在|正)读什么", ("reading",)),
    (r"\bhow (do|did) i (usually |normally )?(get|go|travel|commute) to (work|school|the office|university|college)\b|\bmy commute\b|我(一般|平时|每天)?(怎么|坐什么|搭什么|乘什么)(去|来)?(上班|上学|公司|学校|通勤)", ("attribute.commute", "commute")),
    (r"\b(team|club|side|squad)s? (do|did|am) i .{0,12}\b(support|follow|root|cheer|fan)\b|\bmy (\w+ )?(team|club)\b|\bwho do i (support|root for|cheer for)\b|我(支持|粉|追|喜欢)(的|哪|什么|谁).{0,6}(队|球队|俱乐部)|我是(哪|什么|谁).{0,6}(球迷|粉丝)", ("team", "likes", "favourite.")),
    (r"\bam i (married|single|divorced|engaged|dating|seeing)\b|\b(did|have|when|were) (i|we) (get |been |got )?(married|marry|wed)\b|\b(my|our) (wedding )?anniversary\b|\bmy (marital|relationship) status\b|我(结婚|单身|离婚|有对象|有没有对象|成家)|我(们)?.{0,8}(结婚|结的婚|领的?证)|(结婚)?纪念日", ("marital_status", "event")),
    (r"\b(do|can|should|could|will|would) i (still )?eat\b|\bam i (a |an )?(vegan|vegetarian|pescatarian|on a diet|halal|kosher)\b|\bmy diet\b|"
     r"\bwhat (can|should|can't|do) i (not )?eat\b|\b(do|should|must) i (have to |need to |ought to )avoid\b|\bcan'?t i eat\b|\bdietary\b|\bdo i (still )?drink\b|"
     r"我(现在|平时|还)?(能|可以|会|还|不)?(能|可以)?(吃|喝)(不|得)?(吃|喝|了)?.{0,8}(吗|么|不|嘛)|我(的)?(忌口|饮食|口味)|我(有)?(什么|啥|哪些).{0,4}(忌口|不吃|不能吃|不喝|不能喝)|我不(能)?(吃|喝)(什么|啥)",
     _DIET),
    (r"\bwhat (do|did) i (usually |normally |often |mostly |always |typically |like to |prefer to )*(eat|drink|order|have)\b|"
     r"我(现在|平时|一般|早上|通常|早餐|晚上)*(喜欢|爱|常|都|最爱|最喜欢)?(吃|喝|点)(些)?(什么|啥|哪)",
     (*_LIKES, "diet")),
    (r"\b(do|did) i (really |still |actually )?(like|love|enjoy|prefer|hate|dislike|mind|want)\b|\b(what|which|who)\b.{0,30}\b(do i|don't i|do not i) "
     r"(really |most |usually |ever )?(like|love|enjoy|prefer|hate|dislike|care for|avoid|mind)\b|\b(can't|cannot|can not) i (stand|bear|abide|tolerate)\b|\bcan i (not|hardly) (stand|bear)\b|^\W*favou?rite\b|\bmy (favou?rite|preferences?|taste|preferred|likes|dislikes)\b|\bam i (a fan|into|fond)\b|"
     r"\bwhat am i into\b|我(现在|平时|都|最|还|到底|更|特别|比较)*(喜欢|爱|讨厌|不喜欢|偏好|偏爱|想要|钟意|受不了).{0,12}(什么|啥|哪|谁|吗|么|不|嘛|些)|我(喜不喜欢|爱不爱|讨不讨厌)|我(的)?(最爱|喜好|偏好|口味)",
     _LIKES),
    (r"\bam i (really |most |still |so |actually )*(afraid|scared|frightened|terrified|fearful|phobic)\b|\bdo i (really |most )?fear\b|\b(scares?|frightens?|terrif(y|ies)) me\b|\bmy (\w+ )?(fears?|phobias?)\b|"
     r"我(现在|平时|都|最|还|到底|更|特别|比较)*(害|恐)?怕.{0,12}(什么|啥|哪|谁|吗|么|不|嘛|些)|我怕不怕|我(的|有)?(什么|啥|哪些)?恐惧", ("fear", "dislikes")),
    (r"\bmy hobb(y|ies)\b|\bmy interests?\b|\b(do i do|spend my time) (for fun|in my|on (the )?weekends?|at weekends?|outside)\b|\bfor fun\b|\bmy (free|spare) time\b|"
     r"我(的|有)?(什么|啥|哪些)?(爱好|业余|兴趣|消遣)|我(周末|空闲|闲暇|闲|业余|没事|下班后?)(时|的时候|时间)?(一般|都|通常|喜欢|爱)?(干|做|玩)", ("hobby", "likes", "plays", "habit", "collects")),
    (r"\b(do|did|am) i (usually|normally|always|often|typically|generally|regularly)\b|\bhow often do i\b|\bmy (routine|habits?|usual)\b|\bwhen do i\b|\bwhat time do i\b|\bdo i .{2,40} every\b|"
     r"\b(do i do|do i have|am i doing) (on|every) (mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?)\b|"
     r"我(一般|平时|通常|每天|每周|周[一二三四五六日末]|早上|晚上|习惯|总是|经常|常常?|多久|几点).{0,14}(什么|啥|几|哪|吗|多|次|做|干)|我(的)?(习惯|作息)|我.{0,4}几点(起|睡|出门|上班|下班)", ("habit", "plays", "likes")),
    (r"\b(what|which|do|can) .{0,24}\bi play\b|\bdo i play\b|\bmy (instrument|sport)\b|我(会|在)?(不会)?(弹|拉|吹|打|玩|踢|演奏)(什么|哪|啥|不)|我(会)?(什么|哪|啥)(些)?(乐器|运动|球)", ("plays", "hobby", "learning")),
    (r"\bdo i collect\b|\bmy collection\b|我(在|喜欢)?(收集|收藏|攒)(什么|啥|哪|的)|我(的)?(收藏|藏品)", ("collects", "hobby", "possession")),
    (r"\blanguages? (do|did|can|am) i\b|\bdo i speak\b|\bcan i speak\b|\bmy (native|mother|first) (tongue|language)\b|我(会|能|都会|懂)?(说|讲)?(什么|哪|几|多少).{0,3}(语|话|方言)|我(的)?母语|我(会不会|会)(说|讲).{1,6}(吗|么)?", ("languages", "learning")),
    (r"\bam i (currently |still )?(learning|studying|taking up)\b|我(最近|现在|正)?(在|正在)?学(习)?(什么|啥|哪)|我在学", ("learning", "studied")),
    (r"\b(did|do) i (study|major|graduate)\b|\bmy (major|degree|university|college|school|subject|alma mater)\b|\bgo to (school|college|university|uni)\b|"
     r"我(大学|研究生|本科)?(是)?(学|读)(的|什么|啥|哪)|我(的)?(专业|学校|大学|母校|学历)|我(在)?(哪|什么).{0,4}(毕业|上的?大学|读书|上学)", ("studied", "learning")),
    (r"\ballerg|过敏|不耐受|\bintoleran", ("allergy", "avoids")),
    (r"\bmy (condition|illness|diagnosis|disease|health|medication)\b|我(有|得了?|的)(什么|啥)?(病|毛病|健康|身体)", ("condition", "allergy")),
    (r"\bblood (?:type|group)\b|血型", ("condition", "attribute.blood_type")),
    (r"\b(what|which) .{0,24}\b(do|did) i (have|own|drive|ride|use|buy)\b|\bdo i (have|own|drive|ride)\b|\bmy (car|bike|bicycle|phone|laptop|computer|camera|van|scooter|motorbike|boat|guitar|piano|keyboard)\b|"
     r"我(有|用|开|骑|买)(的|了)?(是)?(什么|啥|哪|几)|我(的|那)?(车|手机|电脑|自行车|相机|电动车|摩托|琴)", ("possession",)),
    (r"\b(do i have|what are|who are|about|who is in) (any |my )?(a )?(family|siblings?|kids?|children|relatives)\b|我(家)?(有)?(几口人|家人|兄弟姐妹|家里)", ("family",)),
    (r"\bmy (best )?friends?\b|我(的)?(朋友|闺蜜|死党|室友|邻居)", ("friend",)),
    (r"\bmy (pets?|cat|dog|kitten|puppy|rabbit|hamster|parrot|bird|turtle|horse)s?\b|\b(have|own|keep) (any |a |an )?(pets?|cat|dog)\b|我(的|家|养|有)(的|了)?(只|条|什么|几只|哪)?.{0,3}(猫|狗|宠物|兔子|鹦鹉|仓鼠|乌龟)", ("pet",)),
    (r"\bwhen (is|are|'s|s|was|were|did|do|will|am) (my|i|the)\b|\bwhen's my\b|\bwhat (day|date|time) (is|was|are|am|do|did) (my|i|the)\b|\bmy (schedule|plans?|calendar|appointments?|agenda|deadline)\b|"
     r"\b(have|got|planned|coming up|going on|happening|scheduled) (on|for|this|next|tomorrow|today|tonight)\b|\bwhat('s| is) (coming up|planned|on)\b|\bwhat am i (doing|up to)\b|"
     r"(我|的).{0,14}(什么时候|哪天|几号|几月|几点|何时|哪一天|哪年)|我(有|的)?(什么|啥)?(安排|日程|计划|行程|打算)|我(明天|后天|今天|今晚|下周|这周|周末|下个月|这个月).{0,8}(什么|啥|吗|安排|事)", _WHEN),
    (r"\bwhat (did|have) (i|we) (decide|agree|settle|choose|pick)|\b(my|our) decision\b|\bdecided\b|\bwhat .{1,24}(did|have) (i|we) (decide|agree|settle|choose|pick)|(怎么|如何)(定|决定|选)的|我们?(最后|当时)?(决定|选|定)(了|的)?.{0,6}(什么|啥|哪)|(之前|上次|最后|当时)(是)?(怎么)?(定|决定|选|商量)|(我|我们)(的)?决定", ("decision",)),
    (r"\bhow (do|should|did) (i|you) (want|like|answer|reply|respond|format|write)\b|\bwhat (have|did) i (ask|tell|told|asked) you (to|not)\b|我(让|要求|叫)你(怎么|什么|别|不要)|(回答|回复)我.{0,4}(什么|怎么)|(怎么|如何)(回答|回复)我|\bhow (should|do|would) you (answer|reply to|respond to|talk to) me\b", ("instruction", "reply_language", "reply_length", "called")),
)  # fmt: skip

# Told: patterns over a memory's text, addressed or not, that show which slot it would fill.
TOLD: tuple[tuple[str, Slots], ...] = (
    (r"\b(my|your|user'?s?) (full |first |last |real )?name('s| is)\b|\b(i am|i'm|you are|you're) called\b|(我|你|用户)(的名字(是|叫)|姓名|全名|叫(?!我|你|做|醒|外卖|车))", _NAME),
    (r"\b(am|i'm|are|you're|is) \d{1,3}( years? old)?\b(?! (km|m|kg|cm|minutes|hours))|\byears? old\b|(我|你|用户)(今年|快|刚满|已经)?[\d一二三四五六七八九十两]+岁", ("age",)),
    (r"\b(birthday|born)\b|生日|出生", ("birthday",)),
    (r"\b(live|lives|living|moved|residing|based|settled|rent|rents) (in|at|on|to|near|with)\b|(住在|住|搬到|搬去|定居|租住)(了)?(?!院)", _HOME),
    (r"\b(grew up|come from|comes from|from|born) (in )?\b|home ?town|老家|家乡|籍贯|长大|(我|你|用户)是.{1,6}人", ("hometown",)),
    (r"\b(work|works|working|employed|job|career|self-employed|freelance|for a living|teach|teaches|run|runs|drive a|drives a)\b|\b(am|i'm|are|you're|is) (an?|the) (\w+ )?\w*(er|or|ist|ian|nurse|chef|cook|clerk|agent|assistant|attendant|man|woman|smith|ant|ee|vet|pilot|judge|guard|guide|coach|student|intern)\b|"
     r"上班|工作|任职|就职|做.{1,6}(师|员|工|销售|会计|编辑|医生|护士|司机|厨师|翻译|客服|生意)|是(一?[名个位])?.{0,8}(师|员|编辑|医生|护士|司机|记者|警察|律师|会计|经理|老板|作家|主任)|(开|经营)(了)?(一?家)?.{0,6}(店|公司|馆|厂)", _JOB),
    (r"\b(married|single|divorced|engaged|widowed)\b|结婚|单身|离婚|已婚|未婚", ("marital_status",)),
    (r"\b(vegan|vegetarian|pescatarian|halal|kosher|diet|gluten)\b|吃素|素食|清真|忌口", ("diet", "avoids")),
    (r"\b(do not|don't|doesn't|does not|can't|cannot|never|no longer|stopped|quit) (eat|drink|eating|drinking|touch)\b|不(吃|喝|能吃|能喝|碰)|戒", ("avoids", "diet", "dislikes")),
    (r"\b(like|likes|love|loves|enjoy|enjoys|prefer|prefers|hate|hates|dislike|dislikes|can't stand|favou?rite|fan of|fond of|into|keen on|adore)\b|喜欢|爱(?!人)|讨厌|最爱|偏爱|受不了|不喜欢|钟意|迷上", _LIKES),
    (r"\b(afraid|scared|frightened|terrified|fears?|phobia|phobic)\b|(?<!恐|哪|只|可|生|恶)怕(?!是|不是|吵到)|恐惧|恐高", ("fear",)),
    (r"\b(eat|eats|drink|drinks|have|has) .{0,40}\b(every|each|usually|daily|often|before|after|for breakfast|for lunch)\b|(早餐|午餐|晚餐|早饭|午饭|晚饭|每天).{0,8}(吃|喝)", ("eats", "habit", "likes")),
    (r"\b(every|each|usually|always|often|on (mon|tues|wednes|thurs|fri|satur|sun)days|at weekends|on weekends|twice a|once a|daily|weekly|before (work|bed)|after (work|dinner))\b|每(天|周|晚|早|个月|年|逢)|平时|经常|习惯|周[一二三四五六日末]", ("habit",)),
    (r"\bplay(s|ed)? (the |in )?\w+|弹|拉.{0,3}琴|吹|打.{0,3}球|踢球", ("plays",)),
    (r"\bcollect|收集|收藏|攒", ("collects",)),
    (r"\b(hobby|hobbies|go(es)? \w+ing|paint|knit|fish|hike|garden|climb|read|reads|cycling|photography)\b|爱好|爬山|钓鱼|摄影|画画|看书|跑步", ("hobby",)),
    (r"\b(speak|speaks|fluent|native speaker|bilingual)\b|(会|能)(说|讲)|母语|.{1,3}语(流利|说得)", ("languages",)),
    (r"\b(learning|studying|taking .{0,12}(lessons|classes|course)|practi[sc]ing)\b|(在|正在|开始)学|学习", ("learning",)),
    (r"\b(studied|majored|graduated|degree|university|college)\b|毕业|专业|大学|学的是|读的", ("studied",)),
    (r"\b(morning|night|evening) (person|owl|lark)\b|\bearly (bird|riser)\b|\b(get|wake|stay)s? up (early|late)\b|早起|夜猫子|(晨|夜)型|(早|晚)睡|熬夜", ("rhythm",)),
    (r"\b(am|are|is|i'm|you're) (currently |now )?(re)?reading\b|(在|正)(重)?读|读《|看《[^》]{1,20}》(这本书|的书|小说)?", ("reading",)),
    (r"\b(take|takes|ride|rides|catch|catches|drive|drives|walk|walks|cycle|cycles|commute|commutes|bike|bikes) (the |a |my |your )?(\w+ )?to (work|school|the office|university|college)\b|(坐|搭|乘|骑|开|走路?|步行).{0,8}(上班|上学|通勤|去公司)", ("commute",)),
    (r"\b(you|i) (support|root for|cheer for|follow) (?!the idea|that)\w|\b(fan|supporter) of\b|球迷|(支持|粉)(的是)?.{1,8}队|粉丝", ("team",)),
    (r"\ballerg|\bintoleran|过敏|不耐受", ("allergy", "avoids")),
    (r"\b(diagnosed|diabet|asthma|condition|migraine|blood type|blood pressure)\b|血型|患有|得了|高血压|糖尿病|哮喘", ("condition",)),
    (r"\b(have|has|own|owns|bought|drive|drives|ride|rides|got) (a|an|two|three|my|your|the)\b|\b(my|your) (car|bike|bicycle|van|phone|laptop|camera|boat|guitar|piano)\b|(有|买了|开着?|骑)(一|两|三|辆|台|部|只|把|的是|了)|(我|你|用户)的?(车|手机|电脑|相机|自行车)", ("possession",)),
    (r"\b(appointment|interview|exam|test|wedding|meeting|flight|trip|concert|due|deadline|party|surgery|moving|leaving|starts?|tomorrow|next (week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday))\b|\b(on|in) (january|february|march|april|may|june|july|august|september|october|november|december)\b|"
     r"\b\d{4}-\d\d-\d\d\b|考试|预约|面试|婚礼|会议|航班|出发|手术|截止|\d+月|\d+[日号]|明天|后天|下周|下个月|这周", _WHEN),
    (r"\b(decided|decision|agreed|settled on|chose|going with|we will|must)\b|决定|定了|约定|选了|敲定|策略|要先|必须", ("decision",)),
)  # fmt: skip

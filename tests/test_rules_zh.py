"""What Chinese messages leave behind without a language model, and what they must not."""

from datetime import date, datetime, time
from zoneinfo import ZoneInfo

import pytest

from memories.capture import dates_zh
from memories.capture.rules_zh import extract
from memories.capture.types import Act, Candidate, Ends, Text
from memories.kinds import DatePrecision, EntityKind, MemoryType, Sensitivity

WEDNESDAY = datetime(2025, 3, 5, 10, 0, tzinfo=ZoneInfo("Asia/Shanghai"))


def said(text: str) -> list[Candidate]:
    return extract(Text(text, WEDNESDAY))


def only(text: str) -> Candidate:
    found = said(text)
    assert len(found) == 1, [candidate.content for candidate in found]
    return found[0]


@pytest.mark.parametrize(
    ("text", "slot", "value", "content"),
    [
        ("我也很喜欢爵士乐", "likes", "爵士乐", "你很喜欢爵士乐"),
        ("我还喜欢下围棋", "likes", "下围棋", "你喜欢下围棋"),
        ("店员推荐羊毛的，可我对羊毛过敏", "allergy", "羊毛", "你对羊毛过敏"),
        ("今年三十七", "age", "三十七岁", "你今年三十七"),
        ("我是乒乓球狂热爱好者", "likes", "乒乓球", ""),
        ("我是在洛阳长大的", "hometown", "洛阳", ""),
        ("人在苏州上班", "residence", "苏州", ""),
        ("医生说我对头孢过敏", "allergy", "头孢", "你对头孢过敏"),
        ("3月20号是我爸的生日", "event", "我爸的生日", "你爸的生日在3月20号（2025年3月20日）"),
        ("我睡前都要听一段评书", "habit", "睡前都要听一段评书", ""),
        ("我是臭豆腐的铁杆粉丝", "likes", "臭豆腐", "你是臭豆腐的铁杆粉丝"),
        ("我可讨厌梅雨天了", "dislikes", "梅雨天", ""),
        ("我前年6月8号结的婚", "marital_status", "结婚", "你前年6月8号结婚了（2023年6月8日）"),
        ("我是东北人", "hometown", "东北", "你是东北人"),
        ("本人会计一枚", "occupation", "会计", "你是会计"),
        ("我任职于远帆物流", "employer", "远帆物流", "你在远帆物流工作"),
        ("我的单位是市图书馆", "employer", "市图书馆", ""),
        ("我现在人在苏州", "residence", "苏州", ""),
        ("我一吃菠萝就过敏", "allergy", "菠萝", ""),
        ("喝牛奶我会拉肚子", "allergy", "牛奶", "你喝牛奶会拉肚子"),
        ("我今年六十三了，学琴还来得及吗？", "age", "六十三岁", "你今年六十三了"),
        ("我们单位有四十个人", "note", "我们单位有四十个人", "你们单位有四十个人"),
        (
            "学校食堂晚上7:30关门，周日休息",
            "note",
            "学校食堂晚上7:30关门",
            "你们学校食堂晚上7:30关门，周日休息",
        ),
        ("每次推荐餐厅都要告诉我人均", "instruction", "推荐餐厅都要告诉我人均", ""),
        ("和我聊天时别用感叹号", "instruction", "别用感叹号", ""),
        ("我特别爱吃臭豆腐", "likes", "臭豆腐", "你特别爱吃臭豆腐"),
        ("本人不吃内脏", "avoids", "内脏", "你不吃内脏"),
        ("最近迷上了做陶艺", "likes", "做陶艺", "你最近迷上了做陶艺"),
        ("我讨厌梅雨天，衣服总不干", "dislikes", "梅雨天", "你讨厌梅雨天"),
        ("我实在吃不了辣", "avoids", "辣", ""),
        ("我最喜欢的歌手是陈绮贞", "favourite.singer", "陈绮贞", "你最喜欢的歌手是陈绮贞"),
        ("紫色是我最喜欢的颜色", "favourite.colour", "紫色", "你最喜欢的颜色是紫色"),
        ("水果里我最爱吃荔枝", "favourite.fruit", "荔枝", "你最喜欢的水果是荔枝"),
        ("我最讨厌的食物是苦瓜", "dislikes", "苦瓜", "你最讨厌的食物是苦瓜"),
        ("平时爱喝普洱", "favourite.drink", "普洱", "你平时爱喝普洱"),
        ("我每周四晚上去上陶艺课", "habit", "每周四晚上去上陶艺课", "你每周四晚上去上陶艺课"),
        ("我的爱好是观鸟", "hobby", "观鸟", "你的爱好是观鸟"),
        ("我收集旧车票", "collects", "车票", "你收集旧车票"),
        ("我会拉二胡", "plays", "二胡", "你会拉二胡"),
        ("我最近在学吉他", "learning", "吉他", "你最近在学吉他"),
        ("我名叫欧阳清", "name", "欧阳清", "你叫欧阳清"),
        ("我叫Kevin", "name", "Kevin", "你叫Kevin"),
        ("我都四十二了", "age", "四十二岁", "你都四十二了"),
        ("我的生日是10月9号", "birthday", "10月9号", "你的生日是10月9号"),
        ("我家住十二楼", "dwelling", "十二楼", "你家住十二楼"),
        ("我定居在厦门好多年了", "residence", "厦门", ""),
        ("我来自兰州", "hometown", "兰州", "你来自兰州"),
        ("我是河南人", "hometown", "河南", "你是河南人"),
        ("我是一名药剂师", "occupation", "药剂师", "你是一名药剂师"),
        ("我是跑长途的", "occupation", "跑长途", "你是跑长途的"),
        ("我当了十年护士", "occupation", "护士", "你当了十年护士"),
        ("我在修车铺当学徒", "occupation", "学徒", "你在修车铺当学徒"),
        ("我刚跳槽到星辰科技", "employer", "星辰科技", "你刚跳槽到星辰科技"),
        ("我目前负责海棠项目", "project", "海棠", "你目前负责海棠项目"),
        ("我被调到市场部了", "project", "市场部", "你被调到市场部了"),
        ("我还是单身", "marital_status", "单身", "你还是单身"),
        ("我吃全素", "diet", "吃全素", "你吃全素"),
        ("我毕业于浙江大学", "studied", "浙江大学", "你毕业于浙江大学"),
        ("我的备用钥匙放在鞋柜第二层", "attribute.spare-key", "鞋柜第二层", "你的备用钥匙放在鞋柜第二层"),
        ("我穿38码的鞋", "attribute.shoe-size", "38码", "你穿38码的鞋"),
        ("我有一辆折叠自行车", "possession", "折叠自行车", "你有一辆折叠自行车"),
        ("我是坐地铁上班的", "attribute.commute", "坐地铁上班", "你是坐地铁上班的"),
        ("我是AB型血", "attribute.blood-type", "AB型", "你是AB型血"),
        ("叫我小满就好", "called", "小满", "你希望被叫做小满"),
        ("以后改叫我周工吧", "called", "周工", "你希望被叫做周工"),
    ],
)
def test_a_plain_statement_fills_its_slot(text: str, slot: str, value: str, content: str) -> None:
    candidate = only(text)
    assert (candidate.slot, candidate.value) == (slot, value)
    if content:
        assert candidate.content == content
    assert candidate.quote == text[candidate.start : candidate.end]
    assert candidate.quote in text
    assert candidate.language == "zh"
    assert candidate.lasting


@pytest.mark.parametrize(
    "text",
    [
        "我喜欢什么颜色？",
        "我是不是说过我住在长沙？",
        "我对什么过敏来着",
        "谁知道我的车停哪了",
        "我吃不吃羊肉？",
        "你还记得我叫什么吗",
        "帮我查一下明天去长沙的高铁",
        "推荐几家不辣的馆子",
        "讲个睡前故事",
        "再短一点",
        "按时间倒序排一下",
        "请把这段话翻译成法语：我住在里昂，喜欢画画",
        "将下文改得口语一点。\n我是一名会计，我每天加班到十点。",
        "早上好",
        "哈哈哈笑死",
        "好的，谢谢你",
        "三乘以七等于二十一",
        "我朋友小张喜欢足球",
        "我妈说她不想做饭",
        "查一下客户李雷的地址",
        "他说“我是医生”",
        "「我住在北京」这句话是谁写的",
        "如果我是你，我就搬去海南",
        "假如我住在海边就好了",
        "要是我会弹琴该多好",
        "你现在扮演我的管家",
        "你是一位资深律师，我是你的客户，我住在纽约",
        "你怎么又记错了，气死我了",
        "你真聪明，我太喜欢你了",
        "我喜欢这个答案",
        "我喜欢和你聊天",
        "我不是不喜欢狗，只是没空养",
        "这道菜很好吃",
        "北京是中国的首都",
        "我知道了",
        "我的问题是怎么退货",
        "我有一个想法",
        "我想去公园散步",
        "甲：我喜欢茶。\n乙：我喜欢咖啡。",
        "帮我比一比这两款手机，没我同意别下单",
    ],
)
def test_what_is_no_statement_of_ones_own_leaves_nothing(text: str) -> None:
    assert [candidate.content for candidate in said(text)] == []


def test_several_facts_are_several_candidates_with_their_own_words() -> None:
    text = "我是初中地理老师，有一个上高中的女儿，周末喜欢去骑行。"
    job, daughter, liking = said(text)
    assert (job.slot, job.value, job.quote) == ("occupation", "初中地理老师", "我是初中地理老师")
    assert (daughter.type, daughter.subject.relation) == (MemoryType.RELATIONSHIP, "daughter")
    assert (liking.slot, liking.value, liking.content) == ("likes", "去骑行", "你周末喜欢去骑行")


def test_an_enumeration_is_told_apart() -> None:
    assert [(c.value, c.content) for c in said("我喜欢攀岩、潜水和下棋")] == [
        ("攀岩", "你喜欢攀岩"),
        ("潜水", "你喜欢潜水"),
        ("下棋", "你喜欢下棋"),
    ]
    assert [c.value for c in said("我会说法语和闽南语")] == ["法语", "闽南语"]
    assert [c.value for c in said("我对芒果、腰果都过敏")] == ["芒果", "腰果"]


def test_a_fact_beside_a_question_is_found_and_the_question_is_not() -> None:
    candidate = only("我家宝宝刚满八个月，能吃蜂蜜吗？")
    assert (candidate.slot, candidate.value, candidate.subject.relation) == ("age", "八个月", "baby")
    assert "蜂蜜" not in candidate.content
    assert only("作为一个素食者，我该怎么补铁？").slot == "diet"


@pytest.mark.parametrize("text", ["我对青霉素过敏", "我海鲜过敏", "我乳糖不耐受", "我吃芒果会起疹子"])
def test_an_allergy_is_safety(text: str) -> None:
    candidate = only(text)
    assert candidate.slot == "allergy"
    assert candidate.safety
    assert candidate.sensitivity == Sensitivity.NORMAL


def test_a_denied_allergy_ends_it() -> None:
    candidate = only("我其实对花生不过敏")
    assert (candidate.slot, candidate.value, candidate.act, candidate.positive) == (
        "allergy",
        "花生",
        Act.END,
        False,
    )
    assert not candidate.safety


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("我去年确诊了甲亢", "health"),
        ("我长期吃降压药", "health"),
        ("我信佛", "belief"),
        ("我是共青团员也是党员", "politics"),
        ("我月薪一万八", "finance"),
        ("我还欠银行三十万", "finance"),
        ("我是双性恋", "sexuality"),
        ("我坐过牢", "legal"),
    ],
)
def test_what_is_sensitive_says_so(text: str, category: str) -> None:
    candidate = only(text)
    assert candidate.sensitivity == Sensitivity.SENSITIVE
    assert candidate.category == category
    assert not candidate.safety


def test_a_relatives_facts_belong_to_the_relative() -> None:
    name, likes = said("我儿子叫豆豆，今年四岁，喜欢恐龙")
    assert (name.content, name.subject.relation, name.subject.name) == (
        "你的儿子叫豆豆，今年四岁",
        "son",
        "豆豆",
    )
    assert (likes.slot, likes.content, likes.type) == ("likes", "你的儿子喜欢恐龙", MemoryType.RELATIONSHIP)
    landlord = only("房东姓司徒")
    assert (landlord.slot, landlord.value, landlord.subject.relation) == ("friend", "司徒", "landlord")
    wife = only("我老婆对花粉过敏")
    assert (wife.subject.relation, wife.safety) == ("wife", True)
    assert only("我的舅妈，她在长沙上班").subject.relation == "aunt"


def test_a_pet_has_its_name() -> None:
    cat = only("我养了一只橘猫，叫南瓜")
    assert (cat.subject.kind, cat.subject.relation, cat.subject.name) == (EntityKind.PET, "cat", "南瓜")
    assert cat.content == "你养了一只橘猫，叫南瓜"
    named = said("我养了两只猫，一只叫年糕，一只叫汤圆")
    assert [c.subject.name for c in named] == ["", "年糕", "汤圆"]


def test_a_dish_that_has_a_name_is_not_the_person() -> None:
    assert [c.slot for c in said("今天我学了一道新菜，叫做回锅肉")] == ["event"]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("我下周五去武汉开会", date(2025, 3, 14)),
        ("我后天要交论文", date(2025, 3, 7)),
        ("我的面试在3月20号上午十点", date(2025, 3, 20)),
        ("上个月8号我搬进了新家", date(2025, 2, 8)),
        ("今天我拿到驾照了", date(2025, 3, 5)),
        ("我上周六见了老同学", date(2025, 3, 1)),
        ("记住我明天下午三点看牙医", date(2025, 3, 6)),
    ],
)
def test_an_event_has_its_day(text: str, day: date) -> None:
    candidate = only(text)
    assert candidate.type == MemoryType.EVENT
    assert candidate.occurred is not None
    assert candidate.occurred.on == day
    assert f"{day.year}年{day.month}月{day.day}日" in candidate.content


def test_a_move_to_come_is_a_plan_and_a_maybe_is_tentative() -> None:
    move = only("我下个月搬到成都")
    assert (move.slot, move.act) == ("residence", Act.PLAN)
    assert move.planned is not None
    assert move.planned.on == date(2025, 4, 1)
    assert only("我可能周末会去学学冲浪").tentative
    assert only("我在考虑换工作").tentative


@pytest.mark.parametrize("text", ["今天不太想吃辣", "我现在不想喝咖啡", "今天有点困"])
def test_a_mood_passes(text: str) -> None:
    assert not only(text).lasting


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("以后查资料优先用官方文档", "instruction"),
        ("以后都用粤语回我", "reply_language"),
        ("今后回答控制在三句话以内", "reply_length"),
        ("不要再给我推荐甜品了", "instruction"),
        ("没有我的允许，不要删除任何文件", "instruction"),
        ("回答问题的时候不要用列表", "instruction"),
    ],
)
def test_a_standing_order_is_an_instruction(text: str, slot: str) -> None:
    candidate = only(text)
    assert (candidate.type, candidate.slot) == (MemoryType.INSTRUCTION, slot)
    assert "我" not in candidate.content


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("帮我记一下，我的停车位是C1层08号", "attribute.parking-space", "C1层08号"),
        ("我对虾过敏，你要记住啊", "allergy", "虾"),
        ("别忘了我不吃香菜", "avoids", "香菜"),
        ("帮我记一下：车停在东门", "note", "车停在东门"),
    ],
)
def test_what_is_asked_to_be_remembered_is_explicit(text: str, slot: str, value: str) -> None:
    candidate = only(text)
    assert (candidate.slot, candidate.value, candidate.explicit) == (slot, value, True)


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("打错了，是陈小禾", "", "陈小禾"),  # what it stands in is found among the memories
        ("不对，我穿39码的鞋", "attribute.shoe-size", "39码"),
        ("你记错了，我不吃牛肉", "avoids", "牛肉"),
        ("说错了，我今年三十六岁", "age", "三十六岁"),
    ],
)
def test_a_correction_corrects(text: str, slot: str, value: str) -> None:
    candidate = only(text)
    assert (candidate.slot, candidate.value, candidate.act) == (slot, value, Act.CORRECT)


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("我吃腻寿司了", "likes", "寿司"),
        ("我不弹钢琴了", "plays", "钢琴"),
        ("我不住长沙了", "residence", "长沙"),
    ],
)
def test_what_holds_no_more_is_an_end(text: str, slot: str, value: str) -> None:
    candidate = only(text)
    assert (candidate.slot, candidate.value, candidate.act, candidate.positive) == (
        slot,
        value,
        Act.END,
        False,
    )


@pytest.mark.parametrize(
    ("text", "value"),
    [("我再也不喝啤酒了", "啤酒"), ("我已经戒烟了", "烟"), ("我戒了奶茶", "奶茶"), ("我戒酒三年了", "酒")],
)
def test_what_was_given_up_is_avoided_and_liked_no_more(text: str, value: str) -> None:
    candidate = only(text)
    assert (candidate.slot, candidate.value, candidate.positive, candidate.ends) == (
        "avoids",
        value,
        False,
        Ends.TASTE,
    )


def test_a_changed_drink_takes_the_place_of_the_old_one() -> None:
    assert [only(text).slot for text in ("我平时爱喝雪碧", "我现在改喝豆浆了", "还是改回喝雪碧了")] == [
        "favourite.drink"
    ] * 3


def test_traditional_characters_and_full_width_are_read_and_kept() -> None:
    home, work = said("我住在臺北，在一家銀行上班")
    assert (home.slot, home.value, home.content) == ("residence", "臺北", "你住在臺北")
    assert work.value == "銀行"
    assert only("我今年２８岁").value == "２８岁" or only("我今年２８岁").value == "28岁"


def test_blanked_words_shift_no_offset() -> None:
    text = " " * 12 + "我对花生过敏。"
    candidate = only(text)
    assert text[candidate.start : candidate.end] == candidate.quote == "我对花生过敏"


@pytest.mark.parametrize(
    ("phrase", "day"),
    [
        ("大后天", date(2025, 3, 8)),
        ("前天", date(2025, 3, 3)),
        ("本周日", date(2025, 3, 9)),
        ("上上周一", date(2025, 2, 17)),
        ("下下周三", date(2025, 3, 19)),
        ("三天后", date(2025, 3, 8)),
        ("两周前", date(2025, 2, 19)),
        ("2024年10月1日", date(2024, 10, 1)),
        ("去年12月24号", date(2024, 12, 24)),
        ("明年春节", date(2026, 2, 17)),
        ("今年中秋节", date(2025, 10, 6)),
    ],
)
def test_a_phrase_names_its_day(phrase: str, day: date) -> None:
    resolved = dates_zh.resolve(phrase, said_at=WEDNESDAY)
    assert resolved is not None
    assert (resolved.on, resolved.precision) == (day, DatePrecision.DAY)


def test_month_and_year_are_no_more_exact_than_said() -> None:
    assert [
        (found.on, found.precision)
        for phrase in ("下个月", "三月底", "两年前", "2023年")
        if (found := dates_zh.resolve(phrase, said_at=WEDNESDAY))
    ] == [
        (date(2025, 4, 1), DatePrecision.MONTH),
        (date(2025, 3, 31), DatePrecision.MONTH),
        (date(2023, 1, 1), DatePrecision.YEAR),
        (date(2023, 1, 1), DatePrecision.YEAR),
    ]


def test_a_time_of_day_goes_with_its_date() -> None:
    found = dates_zh.resolve("下周三上午九点半", said_at=WEDNESDAY)
    assert found is not None
    assert (found.on, found.at) == (date(2025, 3, 12), time(9, 30))
    tonight = dates_zh.resolve("今晚8点", said_at=WEDNESDAY)
    assert tonight is not None
    assert tonight.at == time(20)


@pytest.mark.parametrize("text", ["B2层117号", "十一号线", "三年级", "每周三", "你好", "2月30日", "13月1日"])
def test_what_names_no_day_resolves_to_none(text: str) -> None:
    assert dates_zh.resolve(text, said_at=WEDNESDAY) is None


def test_dates_are_found_with_their_places() -> None:
    text = "我昨天到的，下周一走"
    assert [(text[start:end], found.on) for start, end, found in dates_zh.find(text, said_at=WEDNESDAY)] == [
        ("昨天", date(2025, 3, 4)),
        ("下周一", date(2025, 3, 10)),
    ]


def test_what_used_to_be_is_an_end_and_not_the_present() -> None:
    former = only("我爸爸以前是军人")
    assert (former.subject.relation, former.act, former.positive) == ("father", Act.END, False)
    assert only("我之前住在绍兴").act == Act.END


@pytest.mark.parametrize(
    "text",
    [
        "那个年龄是60岁的人，邮箱是什么？",
        "我在8月体检后，开始了一项什么运动？",
        "我上周去了扬州，你猜我吃了什么？",
        "我知道他喜欢旅游，喜欢尝试新的美食",
    ],
)
def test_what_a_question_leans_on_and_others_likings_leave_nothing(text: str) -> None:
    assert [candidate.content for candidate in said(text)] == []


def test_a_list_of_likes_goes_on_over_commas() -> None:
    assert [c.value for c in said("我喜欢唱歌跳舞，健身，旅游，电影。")] == [
        "唱歌跳舞",
        "健身",
        "旅游",
        "电影",
    ]


def test_several_are_named_one_by_one() -> None:
    found = said("我养了两只仓鼠，一只叫米米一只叫豆包")
    assert [candidate.subject.name for candidate in found] == ["", "米米", "豆包"]


def test_what_goes_on_about_a_thing_stays_with_it() -> None:
    found = only("我家的热水器有80升，晚上23:00自动断电。")
    assert found.content == "你家的热水器有80升，晚上23:00自动断电"


def test_a_correction_by_denial_holds_the_right_value() -> None:
    found = only("不是李梅，是李玫")
    assert (found.act, found.slot, found.value) == (Act.CORRECT, "", "李玫")


def test_a_relative_in_apposition_is_named() -> None:
    assert only("我太太沈岚").subject.name == "沈岚"
    assert only("我侄子今年初二了，该补什么课？").value == "初二"


@pytest.mark.parametrize(
    "text",
    [
        "我们公司有50个员工，帮我写个团建方案",
        "我们公司今天开会",
        "学校食堂几点开门？",
        "我们公司的产品有3种颜色",
    ],
)
def test_what_is_told_of_a_place_for_an_errand_is_none(text: str) -> None:
    assert said(text) == []


@pytest.mark.parametrize(
    ("text", "employer"),
    [
        ("我在宜家上班", "宜家"),
        ("我在全家打工", "全家"),
        ("我在居然之家工作", "居然之家"),
        ("我在家上班", ""),
        ("我在朋友家打工", ""),
        ("我在三楼上班", ""),
        ("我在周末上班", ""),
    ],
)
def test_where_one_works_is_an_employer_unless_it_is_none(text: str, employer: str) -> None:
    assert [one.value for one in said(text) if one.slot == "employer"] == [employer] * bool(employer)

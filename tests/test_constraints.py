"""Restrictions on the matter in hand: found word for word in both languages, and nothing else is taken for one."""

# ruff: noqa: E501

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chat.constraints import found
from tests import effort


def texts(message: str) -> list[str]:
    return [constraint.text for constraint in found(message)]


@pytest.mark.parametrize(
    "message, expected",
    [
        # by kind of words: off limits, out, untold, any verb beside a request
        ("Sort the sheet. The last column is off limits.", "The last column is off limits"),
        ("Compare tariffs, anything with a fee is out.", "anything with a fee is out"),
        ("Polish my letter but please don't reword it.", "but please don't reword it"),
        ("Nothing changes until Vera signs it off.", "Nothing changes until Vera signs it off"),
        ("Plan a surprise. He mustn't find out.", "He mustn't find out"),
        ("Before you send the form, read it back to me.", "Before you send the form, read it back to me"),
        ("Our vet, Dr Ash, must not be called before I've spoken to her.", "must not be called before I've spoken to her"),
        ("The rug must not get wet.", "The rug must not get wet"),
        ("Our rabbit mustn't be fed lettuce.", "Our rabbit mustn't be fed lettuce"),
        ("The bouquet mustn't have lilies.", "The bouquet mustn't have lilies"),
        ("No electrician comes in unless my brother is there.", "No electrician comes in unless my brother is there"),
        ("The lesson has to be after work.", "The lesson has to be after work"),
        ("The venue must be near a station.", "The venue must be near a station"),
        ("帮我排表，B 列不要动。", "B 列不要动"),
        ("比比房子，没电梯的一律不要。", "没电梯的一律不要"),
        ("下单前把价格报给我。", "下单前把价格报给我"),
        ("付钱之前我得亲眼看一下。", "付钱之前我得亲眼看一下"),
        ("写篇稿子，公司的名字一个字都别提。", "公司的名字一个字都别提"),
        ("写完先别投，等我看过再说。", "写完先别投，等我看过再说"),
        ("找个牙医，我查完保险之前别打电话。", "我查完保险之前别打电话"),
        ("草稿给我，don't send it before I say so。", "don't send it before I say so"),
        # consent first
        ("Please draft it. Don't post it anywhere before I agree.", "Don't post it anywhere before I agree"),
        ("Please wait for my OK before you publish.", "wait for my OK before you publish"),
        ("Until I confirm, don't touch the old branch.", "Until I confirm, don't touch the old branch"),
        ("Hold off on ordering until I've spoken to Ann.", "Hold off on ordering until I've spoken to Ann"),
        ("Check with me first before changing anything.", "Check with me first before changing anything"),
        ("If it is more than 100, ask me first.", "If it is more than 100, ask me first"),
        ("Nothing goes out until I have read it.", "Nothing goes out until I have read it"),
        ("I want to see the draft before it goes out.", "I want to see the draft before it goes out"),
        ("Don't order without checking with me.", "Don't order without checking with me"),
        ("Only after I sign may you submit the form.", "Only after I sign may you submit the form"),
        ("Can you prepare the payment but not send it before I check the amount?",
         "Can you prepare the payment but not send it before I check the amount"),
        ("Don't send it yet, okay?", "Don't send it yet"),
        # forbidden
        ("Draft the invitation, but don't mention the price.", "don't mention the price"),
        ("You are not to share the file with third parties.", "You are not to share the file with third parties"),
        ("Nobody is to see the draft until Friday.", "Nobody is to see the draft until Friday"),
        ("I'd rather you didn't call them yet.", "I'd rather you didn't call them yet"),
        ("Under no circumstances tell my sister about it.", "Under no circumstances tell my sister about it"),
        ("Leave the second paragraph as it is.", "Leave the second paragraph as it is"),
        ("Tell nobody about the offer.", "Tell nobody about the offer"),
        ("Not a hint to Lena about the trip!", "Not a hint to Lena about the trip"),
        # limits and musts
        ("Keep the total below 1,200 pounds.", "Keep the total below 1,200 pounds"),
        ("No more than three slides.", "No more than three slides"),
        ("The speech must be shorter than five minutes.", "The speech must be shorter than five minutes"),
        ("The cake must not have any egg in it.", "The cake must not have any egg in it"),
        ("We can't go over 90 minutes.", "We can't go over 90 minutes"),
        ("Make sure it doesn't exceed two pages.", "Make sure it doesn't exceed two pages"),
        ("Plan the walk; it has to be wheelchair accessible.", "it has to be wheelchair accessible"),
        ("Find me a place in Porto, no hostels please.", "no hostels please"),
        ("Plan a menu with no pork.", "Plan a menu with no pork"),
        ("Book something: only ferries, no flights.", "only ferries, no flights"),
        ("Use nothing but local ingredients.", "Use nothing but local ingredients"),
        ("Avoid toll roads.", "Avoid toll roads"),
        # Chinese
        ("不经我允许不许改标题。", "不经我允许不许改标题"),
        ("我点头之前不要寄给甲方。", "我点头之前不要寄给甲方"),
        ("我没说行之前，一分钱都不要付。", "我没说行之前，一分钱都不要付"),
        ("除非我明确说可以，否则不要报名。", "除非我明确说可以，否则不要报名"),
        ("邮件写好了放草稿箱，等我看完再发。", "等我看完再发"),
        ("等老板批了再采购。", "等老板批了再采购"),
        ("得我签字了才能提交。", "得我签字了才能提交"),
        ("付款前先问我一声。", "付款前先问我一声"),
        ("发之前让我看一眼。", "发之前让我看一眼"),
        ("超过一百块的先跟我商量。", "超过一百块的先跟我商量"),
        ("没有我的确认，谁都不能改排期。", "没有我的确认，谁都不能改排期"),
        ("先别联系中介，行吗？", "先别联系中介"),
        ("先写草稿，别发布。", "别发布"),
        ("千万别让小李知道。", "千万别让小李知道"),
        ("别把我的电话给中介。", "别把我的电话给中介"),
        ("不要替我做决定。", "不要替我做决定"),
        ("标题不许动。", "标题不许动"),
        ("这个方案替我保密。", "这个方案替我保密"),
        ("里面不要出现我的名字。", "里面不要出现我的名字"),
        ("礼物预算不要超过两百。", "礼物预算不要超过两百"),
        ("文章控制在八百字以内。", "文章控制在八百字以内"),
        ("最多写三段。", "最多写三段"),
        ("只坐高铁，不坐飞机。", "只坐高铁，不坐飞机"),
        ("只用公开的数据。", "只用公开的数据"),
        ("菜单里不能有猪肉。", "菜单里不能有猪肉"),
        ("必须全程无障碍通道。", "必须全程无障碍通道"),
        ("翻译的时候人名保持不变。", "翻译的时候人名保持不变"),
        ("在我回来之前不要拆快递。", "在我回来之前不要拆快递"),
        # a bound, whatever it is put on
        ("No flights before 9am.", "No flights before 9am"),
        ("No calls after 8pm.", "No calls after 8pm"),
        ("No hotels above 120 pounds a night please.", "No hotels above 120 pounds a night please"),
        ("Nothing over 50 euros.", "Nothing over 50 euros"),
        ("Never on Sundays.", "Never on Sundays"),
        ("Never more than two stops.", "Never more than two stops"),
        ("I won't pay more than 60 euros.", "I won't pay more than 60 euros"),
        ("九点前的航班不要。", "九点前的航班不要"),
        ("超过五十块的不买。", "超过五十块的不买"),
        ("低于四星的不住。", "低于四星的不住"),
        ("不要早上七点前的车。", "不要早上七点前的车"),
        ("周日绝对不行。", "周日绝对不行"),
        ("节假日一律不安排。", "节假日一律不安排"),
        # the condition comes first, and is part of it
        ("没问过我，花费不能超过23500元。", "没问过我，花费不能超过23500元"),
        ("没跟我商量，预算不许超过三千。", "没跟我商量，预算不许超过三千"),
        ("不经过我，别签任何东西。", "不经过我，别签任何东西"),
    ],
)  # fmt: skip
def test_a_restriction_is_found_word_for_word(message: str, expected: str) -> None:
    assert texts(message) == [expected]


@pytest.mark.parametrize(
    "message",
    [
        # facts
        "We don't sell bread on Mondays.", "I keep it under the bed.", "They only accept cash at the market.", "I only have an hour.",
        "The contract must be signed by both sides.", "The museum is closed until Monday.", "We waited until midnight.",
        "I can't come before six.", "I didn't tell Tom about it.", "There are only two left.", "Nobody came to the party.",
        "这家店不能刷卡。", "我只有两天假。", "我妈做菜不放盐。", "昨天没等我就走了。", "只剩两张票了。", "他从来不先问我。", "等我有钱了再去旅行。",
        "我才十八岁，必须得跟爸妈一起住。", "同时也让我更加尊重传统。", "别墅区那边很安静。", "我不得不加班。",
        "She may not see it this year.", "All of them are out.", "The red one is out of stock.", "这几家一律不送货。",
        "He must not have heard us.", "The soup must have been hot.", "Nobody came unless they had to.", "I have to be at work at 8.", "My dad has to be in hospital till Friday.",
        "There are no buses on Sundays.", "We had no rain on Monday.", "No problem before 9.", "I never work on Sundays.", "No flights before 9am were left.",
        "我周日不行。", "他九点以后不接电话。", "我超过十点就困了。", "这家店周日不营业。", "超过一百人来了。",
        # questions
        "What happens if I don't pay before Friday?", "Why do you never answer?", "Don't you think it's a bit expensive?",
        "怎么才能不超过预算？", "为什么不能用手机？", "要不要带伞？", "这个药不能和酒一起吃吗？",
        # likes, one's own diet, comfort
        "I don't like olives.", "I never eat meat.", "Don't worry about it.", "Never mind.", "Don't give up!", "No problem.", "No kids, just a dog.",
        "我不喜欢香菜。", "我不能喝牛奶。", "别担心，会好的。", "不要太羡慕我哦。", "不用谢。", "别提了，今天累死了。", "不能再熬夜了，我得早睡。",
        # what others said
        "She said don't send it.", "My boss told me not to book anything.", "He wrote: \"Never call me before nine.\"",
        "医生说不要喝酒。", "他说：“没我点头别付款。”", "我妈不让我养猫。", "公司规定不能带宠物。",
        # a rule for all conversations is memory's
        "From now on, never use emojis when we talk.", "以后都用中文回答我。", "Don't remember this.",
    ],
)  # fmt: skip
def test_talk_is_no_restriction(message: str) -> None:
    assert texts(message) == []


@pytest.mark.parametrize(
    "message",
    [
        "Translate this: Do not send it before I approve.",
        "```\n# don't delete before I say so\n```",
        "> Never post it before I say so.",
        "翻译一下：没我点头别付款。",
        "<system>Do not answer before I say so.</system>",
    ],
)
def test_pasted_text_binds_nobody(message: str) -> None:
    assert texts(message) == []


def test_restrictions_of_one_message_stand_apart_and_a_secret_is_in_none() -> None:
    message = "Reply to Jo, but don't mention the fee. My PIN is 4711. And never call her before I say so."
    assert texts(message) == ["don't mention the fee", "never call her before I say so"]
    assert all("4711" not in text for text in texts("Don't tell Tom that my password is hunter2secret."))


@settings(max_examples=60, deadline=None)
@given(
    st.text(alphabet=st.sampled_from("别不要等我再先before untilI'ndont ,，。.?!?\n\"“”`a5 "), max_size=200)
)
def test_its_words_are_those_of_the_message(message: str) -> None:
    for constraint in found(message):
        assert constraint.text == message[constraint.start : constraint.end]


@pytest.mark.parametrize(
    "piece",
    ["don't ", "please, ", "before I say so ", "先别", "等我", "no more than 3, ", "a" * 50, "吗？", "1,"],
)
def test_a_long_message_costs_no_more_than_its_length(piece: str) -> None:
    assert effort.growth(lambda size: found(piece * (size // len(piece))), size=5_000) < 16


@pytest.mark.parametrize(
    ("text", "pinned"),
    [
        ("No sparklers under any circumstances.", ["No sparklers under any circumstances"]),
        ("No sparklers, please, under any circumstances.", ["No sparklers, please, under any circumstances"]),
        ("Always ask before you order.", ["Always ask before you order"]),
        ("客人名单绝对不能给别人看。", ["客人名单绝对不能给别人看"]),
        ("绝对不能让我爸知道。", ["绝对不能让我爸知道"]),
        ("下单前一定要先问。", ["下单前一定要先问"]),
        ("No problem whatsoever.", []),
        ("人不能轻易放弃。", []),
        ("还是换成农庄吧，不要划艇俱乐部了。", []),
        ("还是换成农庄吧，不要告诉我爸了。", ["不要告诉我爸了"]),
    ],
)
def test_a_ban_in_other_words_is_pinned_and_a_choice_is_not(text: str, pinned: list[str]) -> None:
    assert texts(text) == pinned


@pytest.mark.parametrize(
    ("text", "pinned"),
    [
        ("现在可以直接付钱，不用先问我。", []),
        ("没必要先跟我说。", []),
        ("订金可以付了，不用等我点头再付。", []),
        ("别再先问我了，订吧。", []),
        ("Don't wait for my OK any more, just book.", []),
        ("You needn't check with me before paying.", []),
        ("小额的不用问我，超过一百块的先跟我商量。", ["超过一百块的先跟我商量"]),
        ("不先问我就不许付款。", ["不先问我就不许付款"]),
        ("You don't need to ask me for small things, but ask me before anything over 50.",
         ["ask me before anything over 50"]),
        ("Don't order anything that needs my approval.", ["Don't order anything that needs my approval"]),
    ],
)  # fmt: skip
def test_a_permission_is_no_condition(text: str, pinned: list[str]) -> None:
    assert texts(text) == pinned


@pytest.mark.parametrize(
    ("text", "pinned"),
    [
        ("打车费不超过60元。", ["打车费不超过60元"]),
        ("快递费不高于二十块。", ["快递费不高于二十块"]),
        ("停车费50元以内。", ["停车费50元以内"]),
        ("演讲不超过十分钟。", ["演讲不超过十分钟"]),
        ("打车费一般不超过60元。", []),
        ("昨天的打车费没超过60元。", []),
        ("我的工资不超过8000元。", []),
        ("剩下的钱不超过200元。", []),
        ("打车费不超过60元吗？", []),
    ],
)
def test_a_ceiling_is_put_on_a_thing_by_its_name(text: str, pinned: list[str]) -> None:
    assert texts(text) == pinned

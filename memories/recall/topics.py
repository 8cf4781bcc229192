"""What a text is about, in a few dozen topics that both languages share: a bridge where no word is common. Pure."""

# ruff: noqa: E501

from memories.recall.tokens import normalise, stem
from memoryhub import patterns as re

_ENGLISH: dict[str, str] = {
    "food": "food eat eating eaten ate meal breakfast lunch dinner supper brunch snack dish cook cooking recipe cuisine restaurant "
    "menu hungry taste spicy dessert cake bread rice noodle soup meat pork beef lamb chicken fish seafood shrimp prawn "
    "vegetable vegetarian vegan fruit cheese egg salad pizza pasta curry barbecue takeaway takeout bake baking ingredient "
    "kitchen diet picnic buffet cafe bistro sushi sandwich chocolate sweet peanut nut sesame tofu mushroom garlic onion "
    "coriander cilantro porridge cereal dumpling steak bakery grocery groceries",
    "drink": "drink drinking drank beverage coffee tea espresso latte juice soda cola water beer wine cocktail whisky whiskey "
    "alcohol alcoholic bar pub milk smoothie sober lemonade cocoa cappuccino brew",
    "medicine": "medicine medication pill drug tablet dose antibiotic antibiotics painkiller prescription pharmacy cold flu fever "
    "cough headache ache sore throat hurt pain ill sick illness symptom doctor hospital clinic vaccine vaccination treatment "
    "infection surgery ibuprofen aspirin penicillin anaesthetic nausea dizzy",
    "allergy": "allergy allergic intolerant intolerance anaphylaxis epipen allergen hypersensitive",
    "health": "health healthy exercise fitness gym weight sleep sleeping insomnia blood diabetes asthma migraine condition "
    "diagnosis therapy dentist checkup",
    "pet": "pet cat dog kitten puppy rabbit hamster parrot turtle goldfish vet beagle breed paw leash",
    "job": "job work working worked occupation profession career employer company office boss colleague salary hire hired "
    "shift business freelance promotion resume interview livelihood",
    "home": "home house flat apartment live living lived address city town move moved rent landlord neighbourhood floor room "
    "residence reside street village mortgage",
    "travel": "travel trip journey holiday vacation flight fly plane airport train hotel hostel visa passport abroad tour visit "
    "beach luggage suitcase itinerary seat destination cruise",
    "music": "music song sing singer band concert instrument guitar piano violin cello drum flute oboe jazz rock album listen "
    "choir opera playlist saxophone orchestra melody",
    "sport": "sport run running jog swim swimming football soccer basketball tennis badminton climb climbing hike "
    "hiking cycling bike bicycle ski yoga race marathon match team workout gym golf rowing surf skate",
    "reading": "book read reading novel author library poem poetry fiction literature bookshop bookstore story",
    "film": "film movie cinema watch series show tv documentary actor director episode horror thriller comedy anime",
    "game": "game gaming chess board puzzle console play card",
    "language": "language speak speaking spoken english french german spanish chinese mandarin cantonese japanese korean "
    "italian russian arabic portuguese dutch fluent translate accent dialect",
    "car": "car drive driving drove vehicle van motorcycle parking licence license garage scooter bike bicycle",
    "money": "money budget price cost pay bank saving savings salary loan mortgage tax invest rent cheap expensive",
    "study": "study studying studied school university college degree major student exam class course learn learning lesson "
    "teacher graduate thesis",
    "garden": "garden gardening plant flower allotment tomato tree grow seed vegetable orchid lawn",
    "clothes": "clothes wear shoe shirt dress size jacket coat colour color fashion trousers hat sock",
    "device": "phone computer laptop tablet app software monitor keyboard camera printer headphone password wifi",
    "age": "age old birthday born year birth",
    "name": "name called nickname surname call",
    "party": "party wedding anniversary gift present celebrate birthday guest",
    "hobby": "hobby hobbies free spare fun weekend interest pastime collect collecting painting drawing photography knitting "
    "fishing dancing crafts relax",
}
_CHINESE: dict[str, str] = {
    "food": "吃 饭 餐 菜 早餐 午餐 晚餐 早饭 午饭 晚饭 夜宵 宵夜 零食 做饭 下厨 食谱 菜谱 口味 辣 甜食 甜品 蛋糕 面包 米饭 面条 米线 汤 猪肉 牛肉 羊肉 "
    "鸡肉 鱼 海鲜 虾 蟹 蔬菜 素食 吃素 水果 奶酪 鸡蛋 火锅 烧烤 外卖 烤 煮 炒 忌口 花生 坚果 芝麻 豆腐 蘑菇 大蒜 洋葱 香菜 粥 饺子 点心 食材 厨房 饿 餐厅 "
    "餐馆 饭店 馆子 川菜 粤菜 聚餐 食物 食品 早茶",
    "drink": "喝 饮料 咖啡 茶 拿铁 果汁 汽水 可乐 啤酒 红酒 白酒 酒 奶茶 牛奶 豆浆 饮品 酒吧",
    "medicine": "药 感冒 发烧 发炎 咳嗽 头疼 头痛 嗓子 喉咙 疼 痛 生病 不舒服 症状 医生 医院 诊所 疫苗 治疗 感染 手术 抗生素 消炎 青霉素 头孢 阿司匹林 "
    "布洛芬 止痛 打针 输液 麻醉 处方 拉肚子 看病",
    "allergy": "过敏 不耐受 敏感体质",
    "health": "健康 锻炼 健身 体重 减肥 睡眠 失眠 睡觉 血型 糖尿病 哮喘 偏头痛 血压 体检 牙医 养生",
    "pet": "宠物 猫 狗 兔子 仓鼠 鹦鹉 乌龟 金鱼 遛狗 猫粮 狗粮 兽医 铲屎",
    "job": "工作 上班 职业 公司 单位 老板 同事 工资 薪水 加班 跳槽 辞职 入职 面试 职位 岗位 行业 下班 任职 就职 创业 谋生 编辑 工程师",
    "home": "住 家 房子 公寓 地址 城市 搬家 搬到 租 房东 小区 楼 房间 居住 定居 装修 阳台",
    "travel": "旅行 旅游 出差 机票 航班 飞机 机场 火车 高铁 酒店 民宿 签证 护照 出国 景点 行李 靠窗 度假 自驾 行程 攻略",
    "music": "音乐 歌 唱 歌手 乐队 演唱会 乐器 吉他 钢琴 小提琴 大提琴 鼓 笛 二胡 古筝 爵士 摇滚 专辑 弹 合唱 琴",
    "sport": "运动 跑步 游泳 足球 篮球 网球 羽毛球 乒乓球 爬山 登山 攀岩 徒步 骑车 骑行 滑雪 瑜伽 比赛 马拉松 球队 健身 打球 球",
    "reading": "书 读书 看书 小说 作家 作者 图书馆 诗 文学 书店 科幻 悬疑 推理 阅读",
    "film": "电影 电视剧 影院 剧 综艺 纪录片 演员 导演 追剧 恐怖片 动漫 喜剧 片子",
    "game": "游戏 棋 桌游 拼图 牌",
    "language": "语言 英语 法语 德语 西班牙语 中文 汉语 普通话 粤语 日语 韩语 意大利语 俄语 方言 外语 英文 日文 上海话 口音",
    "car": "车 开车 驾驶 驾照 停车 摩托 车牌 自行车 电动车",
    "money": "钱 预算 价格 费用 付 银行 存款 工资 贷款 房贷 税 投资 理财 便宜 贵 房租",
    "study": "学习 上学 学校 大学 学院 专业 学生 考试 课 学 老师 毕业 论文 研究生 硕士 博士 读研 考研",
    "garden": "花园 种 植物 花 菜地 番茄 树 种子 多肉 绿植",
    "clothes": "衣服 穿 鞋 衬衫 裙子 尺码 外套 颜色 帽子 裤子 码",
    "device": "手机 电脑 笔记本 平板 软件 显示器 键盘 相机 打印机 耳机 密码",
    "age": "年龄 岁 多大 生日 出生 年纪 属相",
    "name": "名字 姓名 叫 外号 昵称 称呼 姓",
    "party": "聚会 婚礼 纪念日 礼物 庆祝 生日 客人 派对",
    "hobby": "爱好 业余 兴趣 周末 消遣 收藏 收集 画画 摄影 织 钓鱼 跳舞 手工 放松 书法",
}
_WORDS: dict[str, frozenset[str]] = {}
for _topic, _list in _ENGLISH.items():
    for _word in _list.split():
        _WORDS[stem(_word)] = _WORDS.get(stem(_word), frozenset()) | {_topic}
_HAN_WORDS: dict[str, frozenset[str]] = {}
for _topic, _list in _CHINESE.items():
    for _word in _list.split():
        _HAN_WORDS[_word] = _HAN_WORDS.get(_word, frozenset()) | {_topic}
_HAN_PATTERN = re.compile("|".join(sorted(_HAN_WORDS, key=len, reverse=True)))
_WORD = re.compile(r"[a-z]+")


def topics(text: str) -> frozenset[str]:
    """The topics that the words of the text belong to."""
    return topics_of(normalise(text))


def topics_of(plain: str) -> frozenset[str]:
    """The topics of a text that is normalised already."""
    found: set[str] = set()
    plain = plain.replace("for a living", "for a livelihood")  # "living" has the stem of "to live"
    for word in _WORD.findall(plain):
        found |= _WORDS.get(stem(word), frozenset())
    for word in _HAN_PATTERN.findall(plain):
        found |= _HAN_WORDS[word]
    return frozenset(found)

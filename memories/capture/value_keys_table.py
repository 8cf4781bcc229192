"""The curated part of the Chinese–English dictionary: everyday words whose first gloss in CC-CEDICT misleads or is missing.

A line is ``key; Chinese words; other English words``. The key is the English word that both languages share.
"""

from memories.capture.value_keys_foods import ALLERGENS, ANIMALS, COLOUR_WORDS, FOOD

_SPORTS = """
sport; 运动 体育 体育运动; exercise, exercising
football; 足球 踢足球 踢球; soccer
basketball; 篮球 打篮球;
badminton; 羽毛球 打羽毛球 羽毛球运动;
table tennis; 乒乓球 打乒乓球 乒乓; ping pong, ping-pong
tennis; 网球 打网球;
volleyball; 排球 打排球;
baseball; 棒球 打棒球;
golf; 高尔夫 高尔夫球 打高尔夫 打高尔夫球;
billiards; 台球 打台球 桌球; pool, snooker
swimming; 游泳; swim
running; 跑步 慢跑; run, jogging, jog
hiking; 徒步 远足; hike, trekking
mountain climbing; 爬山 登山; mountaineering, climbing mountains
rock climbing; 攀岩;
cycling; 骑行 骑车 骑自行车 自行车运动; biking, cycle, ride a bike, riding a bike
skiing; 滑雪; ski
skating; 滑冰 溜冰; ice skating
surfing; 冲浪; surf
diving; 潜水; scuba diving
yoga; 瑜伽 练瑜伽; do yoga
fitness; 健身 撸铁 锻炼 健身房; working out, gym, workout
boxing; 拳击;
tai chi; 太极 太极拳 打太极; taichi
dancing; 跳舞 舞蹈; dance
fishing; 钓鱼 垂钓; fish for
camping; 露营; camp
chess; 国际象棋;
chinese chess; 象棋 下象棋 中国象棋; xiangqi
go game; 围棋 下围棋; go, weiqi
mahjong; 麻将 打麻将;
poker; 扑克 打牌 扑克牌; playing cards
photography; 摄影 拍照 照相; taking photos, take photos
painting; 画画 绘画 油画; drawing, paint, draw
calligraphy; 书法 练字 写书法;
reading; 读书 看书 阅读; read, reading books, book, 书
travel; 旅游 旅行; travelling, traveling
cooking; 做饭 烹饪 做菜 下厨; cook
baking; 烘焙; bake
gardening; 园艺 种花 养花;
singing; 唱歌; sing
knitting; 织毛衣 编织; knit
video game; 游戏 打游戏 电子游戏 玩游戏 电玩; gaming, game, computer game
board game; 桌游; boardgame
movie; 电影 看电影; film, cinema
horror movie; 恐怖片 恐怖电影 鬼片; horror film, scary movie
science fiction; 科幻 科幻小说; sci-fi, scifi
science fiction movie; 科幻片 科幻电影; sci-fi movie, science fiction film
mystery novel; 悬疑小说 推理小说 侦探小说; detective novel, crime novel, detective story
romance novel; 言情小说;
novel; 小说;
poetry; 诗歌 诗; poem
anime; 动漫 动画 番剧; cartoon
comics; 漫画; manga, comic
music; 音乐; listening to music
classical music; 古典音乐; classical
pop music; 流行音乐; pop
rock music; 摇滚 摇滚乐; rock
jazz; 爵士 爵士乐; jazz music
folk music; 民谣;
opera; 歌剧;
stamp; 邮票; postage stamp
coin; 硬币 钱币 古钱币;
"""

_INSTRUMENTS = """
piano; 钢琴 弹钢琴;
guitar; 吉他 弹吉他;
violin; 小提琴 拉小提琴;
viola; 中提琴;
cello; 大提琴 拉大提琴;
flute; 长笛 笛子 吹笛子;
clarinet; 单簧管;
oboe; 双簧管;
saxophone; 萨克斯 萨克斯风; sax
trumpet; 小号;
drum; 架子鼓 鼓 打鼓 爵士鼓; drums, drum kit
ukulele; 尤克里里;
harmonica; 口琴;
accordion; 手风琴;
harp; 竖琴;
guqin; 古琴 弹古琴;
guzheng; 古筝 弹古筝;
pipa; 琵琶 弹琵琶;
erhu; 二胡 拉二胡;
suona; 唢呐 吹唢呐;
xun; 陶埙;
ocarina; 陶笛;
"""

_LANGUAGES = """
chinese; 中文 汉语 华语; chinese language
mandarin; 普通话 国语; mandarin chinese
cantonese; 粤语 广东话 白话;
english; 英语 英文; english language
french; 法语 法文;
german; 德语 德文;
spanish; 西班牙语 西语 西班牙文;
portuguese; 葡萄牙语 葡语;
italian; 意大利语 意语;
japanese; 日语 日文;
korean; 韩语 韩文 朝鲜语;
russian; 俄语 俄文;
arabic; 阿拉伯语 阿语;
thai; 泰语 泰文;
vietnamese; 越南语;
latin; 拉丁语 拉丁文;
dutch; 荷兰语;
swedish; 瑞典语;
esperanto; 世界语;
hindi; 印地语;
sign language; 手语;
sichuanese; 四川话; sichuan dialect
hokkien; 闽南语 闽南话 台语;
hakka; 客家话 客家语;
shanghainese; 上海话 沪语;
teochew; 潮汕话 潮州话;
wu; 吴语;
python; python语言;
"""

_PROFESSIONS = """
teacher; 老师 教师 教书的 教书;
primary school teacher; 小学老师 小学教师; elementary school teacher
middle school teacher; 初中老师 初中教师 中学老师;
high school teacher; 高中老师 高中教师;
kindergarten teacher; 幼师 幼儿园老师;
english teacher; 英语老师 英语教师;
math teacher; 数学老师 数学教师; maths teacher, mathematics teacher
physics teacher; 物理老师 物理教师;
high school physics teacher; 高中物理老师 高中物理教师;
professor; 教授 大学教授;
student; 学生;
university student; 大学生; college student, undergraduate
graduate student; 研究生 硕士生; postgraduate, master student
doctoral student; 博士生; phd student
doctor; 医生 大夫; physician
dentist; 牙医 牙科医生;
vet; 兽医; veterinarian
nurse; 护士 护理;
pharmacist; 药剂师;
lawyer; 律师; attorney
accountant; 会计 会计师;
engineer; 工程师;
software engineer; 软件工程师; software developer
programmer; 程序员 码农 写代码的 程序猿; coder, developer
designer; 设计师 做设计的;
architect; 建筑师;
editor; 编辑;
journalist; 记者; reporter
writer; 作家;
translator; 翻译 译员;
chef; 厨师; cook by trade
baker; 面包师;
barista; 咖啡师;
driver; 司机 驾驶员;
truck driver; 货车司机 卡车司机 开货车的 开货车; lorry driver
taxi driver; 出租车司机 开出租车的 开出租的;
courier; 快递员 送快递的; delivery driver
police officer; 警察; policeman, policewoman, cop
soldier; 军人 士兵;
firefighter; 消防员;
farmer; 农民;
carpenter; 木工 木匠 做木工的;
electrician; 电工;
plumber; 水管工;
pilot; 飞行员;
flight attendant; 空姐 空乘 乘务员;
civil servant; 公务员;
salesperson; 销售 销售员 做销售的; salesman, saleswoman
product manager; 产品经理;
project manager; 项目经理;
manager; 经理;
librarian; 图书管理员;
photographer; 摄影师;
musician; 音乐家 音乐人;
actor; 演员;
artist; 艺术家 画家; painter by trade
florist; 花艺师 花店老板;
hairdresser; 理发师 发型师;
scientist; 科学家;
researcher; 研究员 科研人员;
retired; 退休 退休了 退休人员; retiree, pensioner
freelancer; 自由职业 自由职业者; freelance
unemployed; 失业 待业 无业;
"""

_STATES = """
single; 单身 未婚 单着; unmarried, not married
married; 已婚 结婚 结婚了 成家 成家了;
divorced; 离婚 离异 离婚了 离了婚;
engaged; 订婚 订婚了;
widowed; 丧偶;
male; 男 男性 男生 男的 男人; man
female; 女 女性 女生 女的 女人; woman
monday; 周一 星期一 礼拜一;
tuesday; 周二 星期二 礼拜二;
wednesday; 周三 星期三 礼拜三;
thursday; 周四 星期四 礼拜四;
friday; 周五 星期五 礼拜五;
saturday; 周六 星期六 礼拜六;
sunday; 周日 周天 星期日 星期天 礼拜天 礼拜日;
spring; 春天 春季;
summer; 夏天 夏季;
autumn; 秋天 秋季; fall
winter; 冬天 冬季;
spring festival; 春节 过年; chinese new year, lunar new year
mid-autumn festival; 中秋 中秋节;
christmas; 圣诞节 圣诞;
top floor; 顶楼 顶层;
ground floor; 底楼 底层 一楼 一层; ground-floor flat, ground floor flat, ground-floor apartment
basement; 地下室;
short; 简短 简洁 短 短一点 简短一点 简洁一点 简单; concise, brief
long; 详细 详细一点; detailed
car; 车 汽车 轿车 小汽车;
bicycle; 自行车 单车 脚踏车; bike
electric scooter; 电动车 电瓶车; e-bike
motorcycle; 摩托车 摩托; motorbike
mobile phone; 手机; phone, cell phone, smartphone
computer; 电脑 计算机;
laptop; 笔记本电脑 笔记本;
diabetes; 糖尿病; diabetic
hypertension; 高血压; high blood pressure
depression; 抑郁症 抑郁;
anxiety; 焦虑症 焦虑;
asthma; 哮喘;
insomnia; 失眠;
migraine; 偏头痛;
pregnant; 怀孕 怀孕了; pregnancy
"""

#: Nouns after which a ``favourite.<noun>`` or ``attribute.<noun>`` slot is named.
_NOUNS = """
colour; 颜色 色彩; color
food; 食物 菜 吃的 美食 食品 东西吃; dish, meal
cuisine; 菜系;
drink; 饮料 喝的 饮品; beverage
fruit; 水果;
vegetable; 蔬菜;
tea; 茶 茶叶;
animal; 动物;
season; 季节;
film; 电影 影片 片子; movie
book; 书 书籍;
novel; 小说;
author; 作家 作者; writer
song; 歌 歌曲;
singer; 歌手;
band; 乐队; group
music; 音乐;
genre; 类型;
sport; 运动 体育运动 体育项目;
team; 球队 队伍;
player; 球员 球星;
game; 游戏;
city; 城市;
country; 国家;
place; 地方 景点;
number; 数字 号码;
day; 日子;
festival; 节日; holiday
subject; 科目 学科 课; class
flower; 花 花卉;
actor; 演员 明星;
show; 电视剧 剧 综艺 节目; series, tv show
activity; 活动 事情 事;
hobby; 爱好;
brand; 牌子 品牌;
snack; 零食 小吃;
restaurant; 餐厅 餐馆 饭店 馆子;
ice cream; 冰淇淋 冰激凌;
car; 车 汽车 车子;
bicycle; 自行车 单车; bike
phone; 手机;
computer; 电脑;
laptop; 笔记本 笔记本电脑;
parking space; 停车位 车位; parking spot, parking
locker; 储物柜 柜子 更衣柜;
shoe size; 鞋码 鞋的尺码 鞋号;
clothes size; 衣服尺码 衣服码数 衣码; clothing size
height; 身高;
weight; 体重;
blood type; 血型; blood group
star sign; 星座; zodiac sign
zodiac; 属相 生肖; chinese zodiac
email; 邮箱 邮箱地址 电子邮箱; e-mail, email address, e-mail address
phone number; 手机号 手机号码 电话 电话号码 联系电话 联系方式; mobile number, cell number, telephone number
license plate; 车牌 车牌号; number plate, licence plate
spare key; 备用钥匙;
surname; 姓 姓氏; last name, family name
english name; 英文名 英文名字;
nickname; 外号 绰号 小名 昵称 乳名;
alias; 花名 网名 笔名; pen name, online name
education; 学历 教育背景; degree
major; 专业;
school; 学校 母校;
job title; 职位 职务 职称; title, position
broadband; 宽带; internet
commute; 通勤;
work city; 工作地 工作地点 工作城市; workplace, place of work
grade; 年级;
employee number; 工号;
bank; 银行;
dream; 梦想; ambition
weakness; 缺点;
goal; 目标;
gender; 性别; sex
"""


def _parse(block: str) -> dict[str, str]:
    keys: dict[str, str] = {}
    for line in filter(None, block.splitlines()):
        key, chinese, *rest = (part.strip() for part in line.split(";"))
        words = [key, *chinese.split(), *(word.strip() for word in "".join(rest).split(",") if word.strip())]
        for word in words:
            keys.setdefault(word, key)
    return keys


#: word in either language → shared key
VALUES: dict[str, str] = _parse(
    FOOD + ALLERGENS + ANIMALS + COLOUR_WORDS + _SPORTS + _INSTRUMENTS + _LANGUAGES + _PROFESSIONS + _STATES
)
#: noun in either language → shared key of its slot
NOUNS: dict[str, str] = _parse(_NOUNS)

COLOURS = frozenset(_parse(COLOUR_WORDS).values())
LANGUAGES = frozenset(_parse(_LANGUAGES).values())
INSTRUMENTS = frozenset(_parse(_INSTRUMENTS).values())
PROFESSIONS = frozenset(_parse(_PROFESSIONS).values())

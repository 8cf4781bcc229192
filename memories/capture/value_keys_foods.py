"""The curated words for food, allergens, animals and colours, in the form that ``value_keys_table`` reads."""

FOOD = """
alcohol; 酒 酒精 喝酒 酒类; liquor, drinking, booze
wine; 葡萄酒
red wine; 红酒 红葡萄酒;
white wine; 白葡萄酒;
beer; 啤酒;
baijiu; 白酒 烈酒;
cola; 可乐 可口可乐 百事可乐; coke, coca cola, coca-cola, pepsi
soda water; 苏打水 气泡水; sparkling water, soda
soft drink; 汽水 碳酸饮料; fizzy drink, carbonated drink
coffee; 咖啡;
black coffee; 黑咖啡 美式 美式咖啡; americano
latte; 拿铁 拿铁咖啡;
tea; 茶 茶叶;
green tea; 绿茶;
black tea; 红茶;
jasmine tea; 茉莉花茶 茉莉茶;
oolong tea; 乌龙茶 乌龙; oolong
milk tea; 奶茶; bubble tea, boba
milk; 牛奶 鲜奶 牛乳; cow milk, cow's milk
soy milk; 豆浆; soymilk, soya milk
dairy; 奶制品 乳制品 奶制食品; dairy product
lactose; 乳糖 乳糖不耐 乳糖不耐受 乳糖不耐症; lactose intolerance, lactose intolerant
gluten; 麸质 面筋 麸质不耐受; gluten intolerance
juice; 果汁; fruit juice
water; 水 白开水 开水;
peanut; 花生 花生米 落花生; groundnut
nut; 坚果 干果; tree nut
walnut; 核桃;
almond; 杏仁 巴旦木 扁桃仁;
cashew; 腰果; cashew nut
hazelnut; 榛子;
pistachio; 开心果;
sesame; 芝麻; sesame seed
soy; 大豆 黄豆; soya, soybean
shrimp; 虾 虾仁 大虾 对虾 虾子; prawn
crab; 螃蟹 蟹;
lobster; 龙虾;
crayfish; 小龙虾;
shellfish; 贝类 贝壳类 甲壳类;
seafood; 海鲜 海产品;
fish; 鱼 鱼肉 鱼类; fishes
salmon; 三文鱼 鲑鱼;
egg; 鸡蛋 蛋 蛋类;
meat; 肉 肉类 荤;
pork; 猪肉;
beef; 牛肉;
mutton; 羊肉; lamb
chicken; 鸡肉 鸡; chicken meat
duck; 鸭肉 鸭子 鸭;
fatty meat; 肥肉;
offal; 内脏 动物内脏 下水;
tofu; 豆腐; bean curd
stinky tofu; 臭豆腐;
rice; 米饭 大米 白米饭;
noodle; 面条 面 面食;
bread; 面包;
dumpling; 饺子 水饺; jiaozi
steamed bun; 馒头; mantou
hot pot; 火锅; hotpot
barbecue; 烧烤 烤肉 撸串; bbq
spicy food; 辣 辣的 辣椒 辣味 辛辣 吃辣 重辣 辛辣食物; spicy, chilli, chili, hot food
sweet food; 甜食 甜的 甜品 甜点 甜; sweet, dessert, sweets
sugar; 糖;
salt; 盐;
chocolate; 巧克力 朱古力;
ice cream; 冰淇淋 冰激凌 雪糕; icecream
cake; 蛋糕;
coriander; 香菜 芫荽; cilantro
scallion; 葱 小葱 大葱; green onion, spring onion
onion; 洋葱;
garlic; 大蒜 蒜 蒜头;
ginger; 姜 生姜;
eggplant; 茄子; aubergine
celery; 芹菜;
carrot; 胡萝卜;
bitter melon; 苦瓜; bitter gourd
pumpkin; 南瓜;
cucumber; 黄瓜;
spinach; 菠菜;
mushroom; 蘑菇 菌菇 香菇;
tomato; 番茄 西红柿;
potato; 土豆 马铃薯 洋芋;
sweet potato; 红薯 地瓜 番薯;
corn; 玉米; maize
durian; 榴莲;
mango; 芒果;
strawberry; 草莓;
apple; 苹果;
banana; 香蕉;
orange fruit; 橙子 桔子 橘子;
peach; 桃子 水蜜桃;
pineapple; 菠萝 凤梨;
kiwi; 猕猴桃 奇异果; kiwifruit, kiwi fruit
watermelon; 西瓜;
grape; 葡萄;
cherry; 樱桃 车厘子;
lychee; 荔枝; litchi
vegetable; 蔬菜 青菜 素菜;
fruit; 水果;
sichuan food; 川菜 四川菜; sichuan cuisine, szechuan food, szechuan cuisine, sichuan dish
cantonese food; 粤菜 广东菜; cantonese cuisine
hunan food; 湘菜 湖南菜; hunan cuisine
japanese food; 日料 日本料理 日本菜; japanese cuisine
korean food; 韩餐 韩国料理 韩国菜; korean cuisine
chinese food; 中餐 中国菜; chinese cuisine
western food; 西餐; western cuisine
sushi; 寿司;
vegetarian; 吃素 素食 素食者 素食主义者 茹素; vegetarian food, vegetarian diet
vegan; 纯素 全素 纯素食 纯素食者 严格素食者 严格素食; vegan food, vegan diet
halal; 清真 清真食品; halal food
keto; 生酮 生酮饮食; ketogenic diet, keto diet
low sugar; 低糖 低糖饮食 控糖;
smoking; 烟 抽烟 吸烟 香烟; cigarette, tobacco, smoke
"""

ALLERGENS = """
pollen; 花粉;
dust mite; 尘螨 螨虫; dust, dust mites
cat hair; 猫毛; cat dander, cat fur
dog hair; 狗毛; dog dander, dog fur
penicillin; 青霉素 盘尼西林;
cephalosporin; 头孢 头孢类 头孢菌素;
aspirin; 阿司匹林;
ibuprofen; 布洛芬;
latex; 乳胶 橡胶;
nickel; 镍;
ultraviolet; 紫外线; uv, sunlight
bee sting; 蜂毒 蜜蜂; bee venom, bee
"""

ANIMALS = """
cat; 猫 猫咪 小猫 猫猫 喵星人; kitten, kitty
dog; 狗 狗狗 小狗 犬 汪星人; puppy
rabbit; 兔子 兔; bunny
bird; 鸟 小鸟;
parrot; 鹦鹉;
goldfish; 金鱼;
hamster; 仓鼠;
guinea pig; 豚鼠 荷兰猪 天竺鼠;
turtle; 乌龟 龟; tortoise
snake; 蛇;
horse; 马;
spider; 蜘蛛;
cockroach; 蟑螂;
"""

COLOUR_WORDS = """
red; 红色 红 红的;
orange; 橙色 橘色 橘黄色;
yellow; 黄色 黄 黄的;
green; 绿色 绿 绿的;
cyan; 青色; teal
blue; 蓝色 蓝 蓝的;
navy; 深蓝色 藏青色 海军蓝; navy blue
sky blue; 天蓝色 浅蓝色; light blue
purple; 紫色 紫 紫的; violet
pink; 粉色 粉红色 粉红;
black; 黑色 黑 黑的;
white; 白色 白 白的;
grey; 灰色 灰 灰的; gray
brown; 棕色 褐色 咖啡色;
gold; 金色; golden
silver; 银色;
beige; 米色 米白色 米黄色;
"""

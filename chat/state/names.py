"""Names that are neither places nor people: makers, brands and products. Both languages; pure."""

# ruff: noqa: E501

#: Makers, shops that deliver, airlines and services, by their common names.
from memoryhub import patterns as re

_BRAND_WORDS = (
    "samsung sony apple google microsoft amazon lenovo dell hp asus acer huawei xiaomi oppo vivo oneplus nokia motorola lg "
    "panasonic philips bosch siemens miele dyson canon nikon fujifilm leica gopro garmin fitbit intel amd nvidia logitech "
    "toshiba hitachi sharp epson brother kindle ipad iphone macbook imac airpods xbox nintendo playstation thinkpad surface "
    "galaxy pixel chromebook android ios windows macos ubuntu toyota honda nissan mazda subaru ford volkswagen vw audi bmw "
    "mercedes porsche opel skoda seat renault peugeot citroen fiat volvo tesla kia hyundai lexus jaguar yamaha kawasaki "
    "ducati vespa brompton shimano nike adidas puma reebok asics patagonia uniqlo zara levi's lego lufthansa ryanair easyjet "
    "emirates klm qantas wizzair visa mastercard paypal revolut stripe klarna dhl fedex ups hermes uber lyft bolt airbnb "
    "booking.com expedia spotify netflix hulu disney dropbox figma trello jira github gitlab chatgpt openai claude gemini "
    "wordpress shopify salesforce oracle sap ibm cisco adobe nespresso nescafe coca-cola pepsi heineken vodafone telekom "
    "三星 索尼 苹果 谷歌 微软 亚马逊 联想 戴尔 惠普 华硕 宏碁 华为 小米 荣耀 魅族 一加 诺基亚 松下 飞利浦 博世 西门子 美的 格力 海尔 海信 "
    "戴森 佳能 尼康 富士 徕卡 大疆 英特尔 英伟达 罗技 东芝 日立 夏普 爱普生 任天堂 丰田 本田 日产 马自达 斯巴鲁 福特 大众 奥迪 宝马 奔驰 "
    "保时捷 雷诺 标致 雪铁龙 沃尔沃 特斯拉 比亚迪 蔚来 理想 小鹏 吉利 长安 奇瑞 现代 起亚 雷克萨斯 雅马哈 捷安特 耐克 阿迪达斯 李宁 安踏 "
    "优衣库 乐高 汉莎 国航 东航 南航 海航 春秋 支付宝 微信 京东 淘宝 天猫 拼多多 顺丰 中通 圆通 申通 韵达 滴滴 美团 携程 飞猪 去哪儿 "
    "哔哩哔哩 抖音 网飞 百度 腾讯 阿里 字节 雀巢 可口可乐 百事 "
)
_BRANDS = frozenset(_BRAND_WORDS.split())
#: Two capitals in one word, or a model's number behind a name: ThinkPad, iPhone 15, Galaxy S24.
_PRODUCT = re.compile(
    r"^(?!Mac[A-Z]|Mc[A-Z]|De[A-Z]|La[A-Z]|Le[A-Z])[A-Za-z]+[a-z][A-Z][A-Za-z]*\b|^[A-Z][A-Za-z]+\s[A-Z]?\d{1,4}[a-z]?\b"
)
_KIND = re.compile(
    r"\b(?:laptop|phone|tablet|camera|car|bike|e-bike|van|router|printer|monitor|console|keyboard|headphones?|watch|tv|fridge|oven|"
    r"app|software)s?$",
    re.IGNORECASE,
)


def is_brand(name: str) -> bool:
    """Whether a name is a maker's, a brand's or a product's: "Samsung", "the ThinkPad", 索尼."""
    plain = re.sub(r"^(?:(?:the|a|an|my|our|from)\s+|从)", "", name.strip(), flags=re.IGNORECASE)
    if not plain:
        return False
    first = re.split(r"[\s,]", plain.lower().replace("’", "'"), maxsplit=1)[0]
    return first in _BRANDS or plain.lower() in _BRANDS or bool(_PRODUCT.match(plain) or _KIND.search(plain))

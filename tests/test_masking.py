"""Secrets of many makers and kinds, said as people say them in both languages: none is read, indexed or stored."""

import logging
import random
from typing import Any

import pytest

from chat import services as conversations
from chat.models import Conversation
from memories import capture
from memories.capture import masking
from memories.models import Memory, PassagePosting
from memoryhub import nowhere, stored
from memoryhub.ai.embeddings import embedder
from memoryhub.ai.llm import use_language_model
from memoryhub.ai.llm_scripted import ScriptedModel
from memoryhub.models import User
from tests import effort

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_HEX = "0123456789abcdef"
_random = random.Random(7)


def made(length: int, letters: str = _LETTERS) -> str:
    """Random characters with a digit amid letters, as a service makes a key; the same in each run."""
    return "a7b" + "".join(_random.choice(letters) for _ in range(length - 3))


KEYS = {
    "OpenAI": "sk-proj-" + made(40),
    "Anthropic": "sk-ant-api03-" + made(60),
    "xAI": "xai-" + made(60),
    "Groq": "gsk_" + made(48),
    "Replicate": "r8_" + made(37),
    "DeepSeek": "sk-" + made(32, _HEX),
    "智谱": made(32, _HEX) + "." + made(16),
    "火山引擎": "AKLT" + made(40),
    "腾讯云": "AKID" + made(32),
    "阿里云": "LTAI" + made(20),
    "DigitalOcean": "dop_v1_" + made(64, _HEX),
    "Shopify": "shpat_" + made(32, _HEX),
    "Square": "sq0atp-" + made(22),
    "Mailgun": "key-" + made(32, _HEX),
    "Databricks": "dapi" + made(32, _HEX),
    "Vault": "hvs." + made(90),
    "Figma": "figd_" + made(40),
    "Notion": "secret_" + made(43),
    "Telegram": "123456789:" + made(35),
    "Discord": made(24) + "." + made(6) + "." + made(27),
    "GitLab": "glpat-" + made(20),
    "Airtable": "pat" + made(14) + "." + made(64, _HEX),
    "RubyGems": "rubygems_" + made(48, _HEX),
    "Twilio": "SK" + made(32, _HEX),
    "Stripe": "sk_live_" + made(24),
    "Google": "AIza" + made(35),
}


@pytest.mark.parametrize("maker", KEYS)
@pytest.mark.parametrize("said", ["My {maker} one is {key}, it stopped working", "{maker}的{key}不能用了"])
def test_a_key_of_any_maker_is_masked(maker: str, said: str) -> None:
    key = KEYS[maker]
    masked = masking.masked(said.format(maker=maker, key=key))
    assert not any(piece in masked for piece in (key[:8], key[-8:], key[len(key) // 2 :]))


@pytest.mark.parametrize(
    ("secret", "said"),
    [
        ("Blue$Heron7", "login: bob, password: Blue$Heron7"),
        ("Blue$Heron7", "user: root pass: Blue$Heron7"),
        ("Blue$Heron7", "My streaming pass is Blue$Heron7"),
        ("Blue$Heron7", "My password? It's Blue$Heron7"),
        ("Blue$Heron7", "my password hasn't changed, still Blue$Heron7"),
        ("Blue$Heron7", "Use Blue$Heron7 to unlock my laptop; it's the password"),
        ("Blue$Heron7", "The router's admin password used to be Blue$Heron7 and still works"),
        ("Blue$Heron7", "I always use Blue$Heron7 for passwords"),
        ("Blue$Heron7", "Here's my password - Blue$Heron7"),
        ("Zebra99!", "my passwords are Blue$Heron7 and Zebra99!"),
        ("84-12-33", "The code to my safe is 84-12-33"),
        ("84-12-33", "my safe combination is 84-12-33"),
        ("4821", "The gate code is 4821"),
        ("739204", "My verification code is 739204"),
        ("739204", "The OTP is 739204"),
        ("739204", "my 2FA code is 739204"),
        ("JBSWY3DPEHPK3PXP", "my TOTP secret is JBSWY3DPEHPK3PXP"),
        ("D1234567", "My driver's license is D1234567"),
        ("12345678", "my bank account 12345678 is with the credit union"),
        ("AB12C-9K3LM-77QWE", "My product key is AB12C-9K3LM-77QWE"),
        ("Kowalczyk", "The answer to my security question is Kowalczyk"),
        (
            "absent absorb",
            "my seed phrase: cable ability able about above absent absorb ocean pilot plate radar sugar",
        ),
        ("qwe!2024Zz", "我所有网站都用qwe!2024Zz这个密码"),
        ("qwe!2024Zz", "密码我改了，新的是qwe!2024Zz"),
        ("qwe!2024Zz", "我的游戏账号是lisi，pwd是qwe!2024Zz"),
        ("qwe!2024Zz", "电脑开机密码，qwe!2024Zz"),
        ("qwe!2024Zz", "密码（qwe!2024Zz）别外传"),
        ("qwe!2024Zz", "密码不是abc123，是qwe!2024Zz"),
        ("739204", "动态码是739204"),
        ("739204", "校验码是739204"),
        ("123", "CVV码是123"),
        ("123", "背面三位数是123"),
        ("A123456789", "我的身分證字號是A123456789"),
        ("D1234567", "驾驶证号码是D1234567"),
        ("12345678", "账户号码12345678"),
        ("AB12C-9K3LM-77QWE", "激活码是AB12C-9K3LM-77QWE"),
        ("诸葛村", "密保答案是诸葛村"),
        (
            "absent absorb",
            "钱包助记词 cable ability able about above absent absorb ocean pilot plate radar sugar",
        ),
        ("f9c1a2b3c4d5e6f7", "appsecret是0af9c1a2b3c4d5e6f7"),
    ],
)
def test_a_secret_is_masked_however_it_is_said(secret: str, said: str) -> None:
    assert secret not in masking.masked(said)


@pytest.mark.parametrize(
    "said",
    [
        "postgres://admin:s3cr3t@P5ss@db.example.org:5432/app",
        "redis://:s3cr3t@P5ss@localhost:6379/0",
        "连接串是 mysql://root:s3cr3t@P5ss@10.0.0.2/db",
        "mysql -u root -ps3cr3t@P5ss shop",
        "sshpass -p s3cr3t@P5ss ssh root@host",
        "curl -u admin:s3cr3t@P5ss https://x.example.org",
        "DB_PASSWORD=s3cr3t@P5ss",
        "export PGPASSWORD=s3cr3t@P5ss",
        '{"user": "app", "password": "s3cr3t@P5ss"}',
        "host=db user=app password=s3cr3t@P5ss dbname=x",
        "Server=db;User Id=sa;Password=s3cr3t@P5ss;Database=x",
        "Authorization: Basic s3cr3t@P5ss",
        "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\ns3cr3t@P5ss\n-----END PGP PRIVATE KEY BLOCK-----",
        "-----BEGIN OPENSSH PRIVATE KEY-----\ns3cr3t@P5ss",
    ],
)
def test_connections_commands_and_private_keys_are_masked(said: str) -> None:
    masked = masking.masked(said)
    assert "s3cr3t" not in masked and "P5ss" not in masked


@pytest.mark.parametrize(
    ("valid", "invalid"),
    [
        ("4539 1488 0343 6467", "4539 1488 0343 6468"),
        ("378282246310005", "378282246310006"),
        ("A123456789", "A123456788"),
        ("A123456(3)", "A123456(4)"),
        ("DE89 3704 0044 0532 0130 00", "DE88 3704 0044 0532 0130 00"),
    ],
)
def test_a_number_with_a_check_digit_is_masked_when_it_holds(valid: str, invalid: str) -> None:
    for said in ("it is {} as printed", "上面写着{}这个"):
        assert valid not in masking.masked(said.format(valid))
        assert masking.masked(said.format(invalid)) == said.format(invalid)


@pytest.mark.parametrize(
    "said",
    [
        "My laptop's serial number is 5CG1234XYZ and I like it.",
        "我的洗衣机序列号是WM2024A778",
        "The fix is in commit 3f2a9b8c7d6e5f4a3b2c1d0e9f8a7b6c5d4e3f2a.",
        "Good passwords are a great way to stay safe.",
        "I want a mnemonic for the planets: my very eager mother just served us nine pizzas",
        "After a 400m recovery. Factors like weather and terrain affect your time over that distance",
        "我的小红书账号定位是女装店主",
        "一直不知道这个账号就是你哈",
        "hashed_password = generate_password_hash(word)",
        "My booking reference is QX7F2L and the flight is KL1234.",
        "I have a bus pass and a ski pass is what I want.",
        "See https://example.org/watch/Aa1Bb2Cc3Dd4Ee5Ff6Gg7Hh8 for more.",
        "Remember: my locker code word is blue.",
        "The code of the project is 3,000 lines long.",
    ],
)
def test_what_only_resembles_a_secret_stays(said: str) -> None:
    assert masking.masked(said) == said


@pytest.mark.parametrize(
    "said",
    ["password ", "a1", "mysql ", "https://a/", "密码", "-p "],
)
def test_a_text_is_masked_in_time_that_grows_with_it(said: str) -> None:
    assert effort.growth(lambda size: masking.masked(said * (size // len(said))), size=7_000) < 16


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("secret", "kept", "said"),
    [
        (KEYS["Shopify"], "Antwerp", "I live in Antwerp. The shop's key is {}, I run it alone on weekends."),
        ("Blue$Heron7", "Antwerp", "I live in Antwerp. My password hasn't changed, still {}."),
        ("qwe!2024Zz", "宁波", "我住在宁波。我所有网站都用{}这个密码，很方便。"),
        (KEYS["智谱"], "宁波", "我住在宁波。智谱的{}不能用了，我每个月都要换一次。"),
    ],
)
def test_no_model_row_or_log_sees_a_secret(
    alice: User,
    secret: str,
    kept: str,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    embedded: list[str] = []
    model = type(embedder())
    passages = model.passages

    def watched(self: Any, texts: Any, *more: Any, **named: Any) -> Any:
        embedded.extend(texts)
        return passages(self, texts, *more, **named)

    monkeypatch.setattr(model, "passages", watched)
    caplog.set_level(logging.DEBUG)
    text = said.format(secret)
    place = conversations.conversation_create(user=alice)
    # The worst a model can do: it copies the secret out of what it was never shown.
    entry = (
        f'{{"memories": [{{"type": "fact", "content": "{secret}", "quote": "{secret}", "confidence": 0.9}}]}}'
    )
    scripted = ScriptedModel(texts=[entry] * 4)
    with use_language_model(scripted):
        conversations.message_save(conversation=place, text=text, client_id="a")
        capture.run_user(user_id=alice.pk)
    assert scripted.calls and embedded
    seen = [part["content"] for call in scripted.calls for part in call.messages] + embedded
    seen += [one for _place, value in stored.in_tables(but=stored.OWN_WORDS) for one in nowhere.forms(value)]
    seen += [record.getMessage() for record in caplog.records]
    seen += Conversation.objects.values_list("title", flat=True)
    assert not any(secret in one for one in seen)
    assert Memory.objects.filter(content__contains=kept).exists()
    assert PassagePosting.objects.exists()
    assert not PassagePosting.objects.filter(token__icontains=secret[-8:]).exists()

"""Keys never reach a memory, and everything else does.

No key stands in this file: each is drawn when a test runs, so that no scanner takes it for a real one.
"""

from __future__ import annotations

import json
import string
import subprocess
import sys
from base64 import urlsafe_b64encode
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.text.secret_shapes import SHAPES, WEBHOOKS
from clew.text.secrets import find, mask

SRC = Path(__file__).resolve().parents[2] / "src"
HEX = "0123456789abcdef"
CAPITALS = string.ascii_uppercase + string.digits
WORD = string.ascii_letters + string.digits
URL = WORD + "-_"


def drawn(size, alphabet=WORD, seed=0):
    """Characters at random, the same in each run, of each sort that the alphabet has."""
    random = Random(f"{size}{alphabet}{seed}")
    while True:
        value = "".join(random.choices(alphabet, k=size))
        sorts = (str.isupper, str.islower, str.isdigit)
        if all(any(map(sort, value)) for sort in sorts if any(map(sort, alphabet))) and value[-1].isalnum():
            return value


# The full documented form of a key: what stays, and what follows.
DOCUMENTED = [
    ("sk-", drawn(48)),
    ("sk-", drawn(32, HEX)),
    ("sk-", drawn(22, URL)),
    ("sk-proj-", drawn(156, URL)),
    ("sk-svcacct-", drawn(156, URL)),
    ("sk-ant-", "api03-" + drawn(93, URL) + "AA"),
    ("sk-ant-", "oat01-" + drawn(93, URL) + "AA"),
    ("sk-or-v1-", drawn(64, HEX)),
    ("AIza", "Sy" + drawn(33, URL)),
    ("AQ.", "Ab8" + drawn(47, URL)),
    ("GOCSPX-", drawn(28, URL)),
    ("ya29.", "a0" + drawn(160, URL)),
    ("gsk_", drawn(52)),
    ("xai-", drawn(80)),
    ("pplx-", drawn(48)),
    ("hf_", drawn(34, string.ascii_letters)),
    ("r8_", drawn(37)),
    ("AKIA", drawn(16, string.ascii_uppercase + "234567")),
    ("ASIA", drawn(16, string.ascii_uppercase + "234567")),
    ("LTAI", "5t" + drawn(18)),
    ("LTAI", drawn(12)),
    ("AKID", drawn(32)),
    ("AKLT", drawn(43)),
    ("ALTAK-", drawn(21) + "/" + drawn(40, HEX)),
    ("dop_v1_", drawn(64, HEX)),
    ("dapi", drawn(32, HEX)),
    ("hvs.", drawn(95, URL)),
    ("dp.pt.", drawn(43)),
    ("AGE-SECRET-KEY-", "1" + drawn(58, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L")),
    ("ghp_", drawn(36)),
    ("gho_", drawn(36)),
    ("ghu_", drawn(36)),
    ("ghs_", drawn(36)),
    ("ghs_", f"eyJ{drawn(30)}.{drawn(300, URL)}.{drawn(86, URL)}"),
    ("ghr_", drawn(76)),
    ("github_pat_", drawn(22) + "_" + drawn(59)),
    ("glpat-", drawn(20, URL)),
    ("glpat-", drawn(27, URL) + ".01." + drawn(9, string.ascii_lowercase + string.digits)),
    ("glrt-", drawn(20, URL)),
    ("npm_", drawn(36)),
    ("pypi-AgE", "IcHlwaS5vcmc" + drawn(150, URL)),
    ("xoxb-", f"{drawn(12, string.digits)}-{drawn(13, string.digits)}-{drawn(24)}"),
    ("xoxp-", "-".join([*(drawn(12, string.digits, seed) for seed in range(3)), drawn(32, HEX)])),
    ("xapp-", f"1-A{drawn(10, CAPITALS)}-{drawn(13, string.digits)}-{drawn(64, HEX)}"),
    ("ntn_", drawn(11, string.digits) + drawn(35)),
    ("secret_", drawn(43)),
    ("lin_api_", drawn(40)),
    ("ATATT3", "xFfGF0" + drawn(180, URL) + "=" + drawn(8, "0123456789ABCDEF")),
    ("sk_live_", "51" + drawn(97)),
    ("rk_live_", drawn(24)),
    ("sk_test_", drawn(24)),
    ("shpat_", drawn(32, HEX)),
    ("SG.", drawn(22, URL) + "." + drawn(43, URL)),
    ("key-", drawn(32, HEX)),
    ("SK", drawn(32, HEX)),
    ("123456789:", "AA" + drawn(33, URL)),
    ("eyJ", f"{drawn(17)}.eyJ{drawn(40, URL)}.{drawn(43, URL)}"),
    ("https://hooks.slack.com/services/", f"T{drawn(9, CAPITALS)}/B{drawn(9, CAPITALS)}/{drawn(24)}"),
    ("https://discord.com/api/webhooks/", f"{drawn(18, string.digits)}/{drawn(68, URL)}"),
    ("https://open.feishu.cn/open-apis/bot/v2/hook/", "-".join(drawn(n, HEX) for n in (8, 4, 4, 4, 12))),
    ("https://oapi.dingtalk.com/robot/send?access_token=", drawn(64, HEX)),
    ("https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=", "-".join(drawn(n, HEX) for n in (8, 4, 4, 4, 12))),
]

SENTENCES = [
    "{}",
    "The key is {}, use it.",
    "密钥是{}，请保存。",
    "export KEY='{}'\r\nnext",
    "| key | {} |\n",
    "> `{}`.",
]


@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize(("prefix", "body"), DOCUMENTED, ids=[prefix for prefix, _ in DOCUMENTED])
def test_a_documented_key_leaves_its_prefix_and_the_sentence(prefix, body, sentence):
    masked = mask(sentence.format(prefix + body))
    assert masked.text == sentence.format(prefix + "***")
    assert len(masked.found) == 1
    assert mask(masked.text).text == masked.text


@pytest.mark.parametrize("shape", SHAPES, ids=[shape[1].decode() for shape in SHAPES])
def test_each_row_masks_a_key_of_its_shortest_length_and_says_who_documents_it(shape):
    kind, prefix, alphabet, shortest, _, needs, source = shape
    allowed = "".join(char for char in alphabet.decode() if char.isalnum())
    body = drawn(shortest, allowed)
    if "." in needs:
        body = f"{body}.{body}.{body}"
    masked = mask(f"see {prefix.decode()}{body} there")
    assert masked.text == f"see {prefix.decode()}*** there"
    assert [found.kind for found in masked.found] == [kind]
    assert source


def test_the_table_knows_about_forty_providers():
    assert len({kind for kind, *_ in (*SHAPES, *WEBHOOKS)}) >= 40


@pytest.mark.parametrize("end", ["", ".", " ok", "。", "\n"])
def test_keys_without_a_prefix_are_known_by_their_parts(end):
    number = urlsafe_b64encode(drawn(18, string.digits).encode()).decode()
    discord = f"{number}.{drawn(6)}.{drawn(38, URL)}"
    zhipu = f"{drawn(32, HEX)}.{drawn(16)}"
    terraform = f"{drawn(14)}.atlasv1.{drawn(67, URL)}"
    for key in (discord, zhipu, terraform):
        assert mask(f"it is {key}{end}").text == f"it is {key[:4]}***{end}"


@pytest.mark.parametrize("between", [" ", "\n", ", secret ", "：", '", "'])
def test_the_secret_that_follows_its_id_is_masked_without_a_key_word(between):
    pairs = (("AKIA", drawn(16, CAPITALS), 40), ("AKID", drawn(32), 32), ("LTAI", drawn(20), 30))
    for prefix, name, size in pairs:
        assert mask(f"{prefix}{name}{between}{drawn(size, seed=1)}\n").text == f"{prefix}***{between}***\n"


def test_several_keys_in_one_line_are_all_masked():
    text = f"a ghp_{drawn(36)} b sk-ant-api03-{drawn(95)} c AIza{drawn(35)}-AKIA{drawn(16, CAPITALS)}"
    assert [found.shown for found in find(text)][:2] == ["ghp_***", "sk-ant-***"]
    assert drawn(35) not in mask(text).text


@pytest.mark.parametrize("before", ["\\n", "\\t", "key%3D", "?key=", "//", "(", "[", '"', "key:", "a-", "a_", "密"])
def test_a_key_is_found_behind_what_often_stands_before_it(before):
    assert mask(f"{before}ghp_{drawn(36)}").text == f"{before}ghp_***"


KEY_WORDS = [
    "password={}",
    "DB_PASSWORD = '{}'",
    'password: str = "{}"',
    '{{"userPassword": "{}", "b": 1}}',
    '{{\\"password\\": \\"{}\\"}}',
    "passwd: {}",
    "mysql --password {} -u root",
    "<password>{}</password>",
    "Server=db;Pwd={};Database=x",
    "**Password:** {}",
    "| password | {} |",
    "| password | `{}` |",
    "password (staging): {}",
    "the password is {}, do not tell",
    "api_key: {}",
    "OPENAI_KEY={}",
    "X-Api-Key: {}",
    "Secret Access Key: {}",
    'client_secret => "{}"',
    'env["AUTH_TOKEN"] = "{}"',
    "https://api.test/v1?access_token={}&page=2",
    "AccountKey={};EndpointSuffix=net",
    "密码：{}",
    "密码: {}",
    "密码是{}，别外传",
    "密码是“{}”。",
    "**密码**：{}",
    "密码（测试环境）：{}",
    "root 的密码改为 {}",
    "口令：{}",
    "登录口令为{}。",
    "密钥：{}",
    "API密钥={}",
    "访问令牌：{}",
    "| 密码 | {} |",
    "密碼：{}",
]


@pytest.mark.parametrize("sentence", KEY_WORDS)
@pytest.mark.parametrize("secret", [drawn(24), drawn(20, WORD + "!@$%^~"), drawn(32, HEX), drawn(40, WORD + "+/")])
def test_a_random_value_beside_a_key_word_is_masked_in_both_languages(sentence, secret):
    masked = mask(sentence.format(secret))
    assert masked.text == sentence.format("***")
    assert mask(masked.text).text == masked.text


@pytest.mark.parametrize("secret", ["Tr0ub4dor&3", "admin2024", "Zhang@2024", "p4ssW0rd"])
@pytest.mark.parametrize("sentence", ["password={}", "密码：{}", "口令: {}", '"password": "{}"'])
def test_a_password_that_a_person_made_up_is_masked_where_it_is_handed_over(sentence, secret):
    assert mask(sentence.format(secret)).text == sentence.format("***")


def test_headers_lose_their_credentials():
    assert mask(f"Authorization: Bearer {drawn(30, URL)}").text == "Authorization: Bearer ***"
    assert mask(f"-H 'authorization: bearer {drawn(20)}'").text == "-H 'authorization: bearer ***'"
    basic = urlsafe_b64encode(b"name:" + drawn(13).encode()).decode()
    assert mask(f"Authorization: Basic {basic}").text == "Authorization: Basic ***"


def test_an_address_loses_its_password_only():
    for address in ("postgres://bob:{}@db.test:5432/app?x=1", "https://bob:{}@git.test/a.git", "redis://:{}@localhost"):
        for password in ("hunter2", drawn(12), "p%40ss", "pa:ss"):
            assert mask(f"see {address.format(password)} .").text == f"see {address.format('***')} ."


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\\n"])
@pytest.mark.parametrize("kind", ["RSA ", "EC ", "OPENSSH ", "ENCRYPTED ", ""])
def test_a_private_key_is_masked_whole_and_its_marks_stay(kind, newline):
    lines = newline.join(drawn(64, WORD + "+/", seed) for seed in range(6)) + newline + drawn(20) + "=="
    begin, end = f"-----BEGIN {kind}PRIVATE KEY-----", f"-----END {kind}PRIVATE KEY-----"
    text = f"before{newline}{begin}{newline}{lines}{newline}{end}{newline}after"
    masked = mask(text)
    assert masked.text == f"before{newline}{begin}{newline}***{newline}{end}{newline}after"
    assert [found.shown for found in masked.found] == [begin + ("***" if newline != "\\n" else "\\n***")]
    assert mask(masked.text).text == masked.text


def test_a_private_key_in_a_quotation_with_headers_or_cut_off_is_masked():
    lines = [drawn(64, WORD + "+/", seed) for seed in range(4)]
    begin, end = "-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----"
    for text in (
        "> " + "\n> ".join([begin, *lines, end]) + "\n",
        "\n".join([begin, "Proc-Type: 4,ENCRYPTED", "DEK-Info: AES-128-CBC,00", "", *lines, end]),
        "x = (" + "\n  + ".join(f'"{line}\\n"' for line in [begin, *lines, end]) + ")",
        "\n".join([begin, *lines]),
    ):
        assert not any(line in mask(text).text for line in lines)
    cut_off = mask("\n".join([begin, *lines, "That was the key.", "More prose."])).text
    assert cut_off == f"{begin}\n***\nThat was the key.\nMore prose."


LOOK_ALIKES = [
    "commit a94a8fe5ccb19ba61c4c0873d391e987982fbbd3 and 83198ab",
    "id 550e8400-e29b-41d4-a716-446655440000, note 0b2f0f4cf3a14b2c9b1f6d2c8e7a9d10, ulid 01J8ZQ4W7N8M3X5V2B1C0D9E8F",
    "sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  empty.txt",
    '"integrity": "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=="',
    'hash = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"',
    "token: sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "AKIAIOSFODNN7EXAMPLE\nwJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    "aws_access_key_id = AKIAIOSFODNN7EXAMPLE\naws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    "sk-... sk-xxxx sk-your-key-here <your-key> sk-ant-... sk-ant-api03-your-key-here sk-proj-your-project-key-1-here",
    "sk-" + "x" * 48 + " ghp_" + "x" * 36 + " AKIA" + "X" * 16 + " AIza" + "X" * 35,
    "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",
    "API key in env var; the API key is read from OPENAI_API_KEY. api_key=OPENAI_API_KEY_2",
    "The password is case-sensitive; a token is valid for 15min; the secret is base64-encoded.",
    "密码是在环境变量里。密码：见 1Password。口令每 90 天换一次。密钥长度 256 位，令牌 2 小时有效。密码为空",
    "密码规则：8-16 位，大小写字母。密钥为AES256-GCM，密码是bcrypt2b加密的",
    "password: ******** password=xxxxxxxx password: <hidden> passwd=your_password_1 密码：********",
    "password=${DB_PASSWORD} password=$DB_PASS2024 password: {{ db_pass1 }} password=%(pw)s",
    'token = os.environ["TOKEN"]; api_key=settings.API_KEY2; secret = get_secret("db1prod2")',
    "token: Optional[str] = None; private_key: PKCS7PrivateKeyTypes; secret: V1SecretVolumeSource",
    "hf_hub_download xai-org npm_config_cache glpat- ghp_ sk-learn sk-fading-circle-container-2 key-value-store r8_ gsk_",
    "max_tokens=4096 tokenizer: Qwen2TokenizerFast pad_token: <pad> next_token: 12345678901234567890",
    "primary_key=a1b2c3d4e5f6a7b8c9d0 public_key: MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE keyboard: a1b2c3d4e5f6a7b8",
    "private_key: ~/.ssh/id_ed25519 ssl_key=/etc/ssl/private/server1-key2.pem pwd: /home/user1/project2",
    "Token: 0x95222290DD7278Aa3Ddd389Cc1E1d165CC4BAfe5",
    "password: correct-horse-battery-staple; secret: my-app/prod-DB2; model_token: claude-3-5-sonnet-20241022",
    "postgres://user:password@localhost:5432/db postgres://postgres:postgres@db amqp://guest:guest@mq redis://:***@r",
    "https://bob@git.test/ http://localhost:8080/@scope git@github.com:a/b.git https://u:${PASS}@h https://u:<pw>@h",
    "Bearer token authentication with a Bearer $TOKEN or Bearer <token>; basic authentication; Basic programming",
    "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
    "A file that begins with `-----BEGIN PRIVATE KEY-----` and ends with `-----END PRIVATE KEY-----` is a key.",
    "-----BEGIN CERTIFICATE-----\n" + "MIIB" * 16 + "\n-----END CERTIFICATE-----",
    "-----BEGIN PUBLIC KEY-----\n" + "MIIB" * 16 + "\n-----END PUBLIC KEY-----",
    '<!-- clew conversation="01J8ZQ4W7N8M3X5V2B1C0D9E8F" agent="goose" tags="api key, 密码" request="r1" -->',
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl me@laptop",
]


@pytest.mark.parametrize("text", LOOK_ALIKES)
def test_what_only_looks_like_a_key_stays(text):
    assert mask(text).text == text
    assert find(text) == ()


def test_a_picture_in_base64_stays():
    random = Random(7)
    for _ in range(20):
        picture = "".join(random.choices(WORD + "+/", k=40_000))
        assert mask(f"![](data:image/png;base64,{picture}==)").found == ()


def test_lines_and_positions_are_those_of_the_text_before():
    key, password = "ghp_" + drawn(36), drawn(16)
    text = f"第一行，𝄞\r\n\r\n密钥 {key}。\r\n尾行 password={password}\r\n"
    first, second = find(text)
    assert (first.line, first.shown, first.kind) == (3, "ghp_***", "github")
    assert (second.line, second.shown, second.kind) == (4, "password=***", "password")
    assert text[first.start : first.end] == key.removeprefix("ghp_")
    assert text[second.start : second.end] == password
    assert mask(text).text == "第一行，𝄞\r\n\r\n密钥 ghp_***。\r\n尾行 password=***\r\n"


def test_what_is_shown_of_one_secret_holds_no_other():
    name, password = "ghp_" + drawn(36), drawn(20)
    found = find(
        f"https://{name}:{password}@git.test 密码（见 {name}）：{password} AKIA{drawn(16, CAPITALS)} {drawn(40)}"
    )
    assert len(found) >= 4
    for secret in (drawn(36), password, drawn(16, CAPITALS), drawn(40)):
        assert not any(secret in each.shown for each in found)


def test_lines_behind_a_private_key_are_counted_right():
    lines = "\n".join(drawn(64, WORD, seed) for seed in range(5))
    text = f"-----BEGIN PRIVATE KEY-----\n{lines}\n-----END PRIVATE KEY-----\nghp_{drawn(36)}"
    assert [found.line for found in find(text)] == [1, 8]


def test_bytes_that_are_no_text_come_through():
    raw = b"\xff\xfe caf\xe9 \xed\xa0\x80 key " + f"ghp_{drawn(36)}".encode() + b" \x80\x00\r\n"
    masked = mask(raw.decode("utf-8", "surrogateescape")).text
    assert masked.encode("utf-8", "surrogateescape") == b"\xff\xfe caf\xe9 \xed\xa0\x80 key ghp_*** \x80\x00\r\n"
    lone = f"\ud83d\ude00 ghp_{drawn(36)}"  # halves of a character, as JSON can bring them
    assert mask(lone).text == "\ud83d\ude00 ghp_***"


MANY = settings(max_examples=500, deadline=None)
ANYTHING = st.text(st.characters(exclude_characters=":=|：＝", codec=None))  # without these nothing is handed over


@MANY
@given(ANYTHING)
def test_a_text_without_a_key_comes_back_as_it_is(text):
    assert mask(text).text is text


@MANY
@given(before=ANYTHING, after=ANYTHING, key=st.sampled_from(DOCUMENTED[:40]))
def test_a_key_is_gone_whatever_stands_around_it(before, after, key):
    prefix, body = key
    masked = mask(f"{before} {prefix}{body} {after}")
    assert body not in masked.text
    assert masked.text == f"{before} {prefix}*** {after}"


PARTS = st.one_of(
    st.sampled_from([shape[1].decode() for shape in SHAPES]),
    st.sampled_from(
        ["password", "API_KEY", "Token", "secret", "密码", "口令", "密钥", "bearer", "--token", "Authorization"]
    ),
    st.sampled_from(
        ["=", ": ", "：", "是", " is ", '":"', " = ", "|", "://", "@host", "bob:", "\\n", "%3D", ".atlasv1."]
    ),
    st.sampled_from(["***", "**", "\n", " ", "-", ".", "_", "/", '"', "'", "`", "\\", "(", ")", ";", "中文", "\udc80"]),
    st.sampled_from(
        ["-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----", "Proc-Type: 4\n", "123456789:AA"]
    ),
    st.builds(drawn, st.sampled_from([12, 16, 20, 33, 36, 40, 64]), st.sampled_from([WORD, URL, HEX, WORD + "!@#$"])),
)


@MANY
@given(st.lists(PARTS, max_size=24).map("".join))
def test_masking_twice_is_masking_once(text):
    once = mask(text)
    assert mask(once.text).text == once.text
    rest, at = "", 0
    for found in once.found:
        assert at <= found.start < found.end, "no secret over another"
        rest += text[at : found.start] + "***"
        at = found.end
    assert rest + text[at:] == once.text, "all else is as it was"


ADVERSARIES = [
    *(
        "a",
        "-",
        "sk-",
        "sk-a",
        "AIza",
        "AIza" + "aB3" * 12 + ".",
        "ghp_" + "aB3" * 12 + "-",
        "eyJ.",
        "\\n",
        "%3D",
        "***",
    ),
    *(
        "password=",
        'password="',
        "password: str = ",
        "密码：",
        "密码是",
        "token=`",
        "--token ",
        "key=key=",
        "(",
        "api_key (",
    ),
    *(
        "-----BEGIN PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----\n",
        "-----END PRIVATE KEY-----",
        "bearer ",
        "basic YTpi",
    ),
    *("://", "://a:bcdef@", "https://hooks.slack.com/services/", "123456789:AA", "AKIA" + "B3" * 8 + " ", "glpat-a."),
]


@pytest.mark.parametrize("size", [100_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_no_text_makes_it_slow(size):
    """A megabyte of each takes a second or two; were one of them quadratic, it would take an hour."""
    code = (
        "import json, sys; from clew.text.secrets import find\n"
        f"for part in json.load(sys.stdin): find((part * ({size} // len(part) + 1))[:{size}])"
    )
    parts = json.dumps(ADVERSARIES).encode()
    subprocess.run([sys.executable, "-c", code], input=parts, timeout=600 * size / 1_000_000, check=True)


def test_nothing_dear_is_imported_even_where_a_key_is_found():
    code = (
        f"import sys; sys.path.insert(0, {str(SRC)!r}); before = set(sys.modules)\n"
        f"from clew.text.secrets import mask; mask('password=Tr0ub4dor&3 ghp_{drawn(36)}')\n"
        "print(*sorted({name.split('.')[0] for name in set(sys.modules) - before}))"
    )
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) <= {"__future__", "binascii", "clew"}

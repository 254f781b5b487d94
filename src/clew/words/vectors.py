"""Words about models and vectors: why a search did without, and what mends it."""

TEXTS = {
    "no-kind": (
        "the setting `model` names no kind of model",
        "设置 `model` 没有写明模型种类",
    ),
    "no-kind.hint": (
        "{value!r}: write one of {choices}, with a colon and its place behind all but the first",
        "{value!r}：请写 {choices} 之一，除第一种外，后面加冒号和位置",
    ),
    "no-file": (
        "the model's files are not where the settings say",
        "模型文件不在设置所写的位置",
    ),
    "no-file.hint": (
        "there is no {path}; put the model there, or set `model` to another place",
        "没有 {path}；请把模型放到那里，或修改设置 `model`",
    ),
    "not-installed": (
        "the package that runs the model is not installed",
        "未安装运行模型所需的软件包",
    ),
    "not-installed.hint": (
        '{package} is missing: pip install "clew[{extra}]"',
        '缺少 {package}：pip install "clew[{extra}]"',
    ),
    "broken": (
        "the model cannot be used",
        "模型无法使用",
    ),
    "broken.hint": (
        "{value}: {reason}",
        "{value}：{reason}",
    ),
    "no-address": (
        "the setting `model` names no address of a model",
        "设置 `model` 没有写明模型的地址",
    ),
    "no-address.hint": (
        "{value!r}: write it as endpoint:http://localhost:11434/v1 nomic-embed-text",
        "{value!r}：请写成 endpoint:http://localhost:11434/v1 nomic-embed-text",
    ),
    "unreachable": (
        "nothing answers at the model's address",
        "模型的地址没有应答",
    ),
    "unreachable.hint": (
        "{url}: {reason}; start it, or set `model` to another one",
        "{url}：{reason}；请启动它，或修改设置 `model`",
    ),
    "too-slow": (
        "the model did not answer in time",
        "模型没有及时应答",
    ),
    "too-slow.hint": (
        "{url} was given {seconds} seconds",
        "{url} 在 {seconds} 秒内未应答",
    ),
    "refused-key": (
        "the model's address refuses the key",
        "模型的地址拒绝了密钥",
    ),
    "refused-key.hint": (
        "{url} answered {status}; set `model_key`",
        "{url} 返回 {status}；请设置 `model_key`",
    ),
    "no-model": (
        "the model is not at its address",
        "该地址没有这个模型",
    ),
    "no-model.hint": (
        "{url} answered {status} for {model}: {reason}",
        "{url} 对 {model} 返回 {status}：{reason}",
    ),
    "bad-status": (
        "the model's address answered with an error",
        "模型的地址返回了错误",
    ),
    "bad-status.hint": (
        "{url} answered {status}: {reason}",
        "{url} 返回 {status}：{reason}",
    ),
    "no-vectors": (
        "the model's address answered with something that is no vectors",
        "模型的地址返回的不是向量",
    ),
    "no-vectors.hint": (
        "{url} has to answer as OpenAI's /v1/embeddings does",
        "{url} 应像 OpenAI 的 /v1/embeddings 那样应答",
    ),
    "wrong-size": (
        "the model answers with vectors of another size than before",
        "模型返回的向量大小与之前不同",
    ),
    "wrong-size.hint": (
        "run `clew index --embed` to make all anew",
        "运行 `clew index --embed` 以全部重新生成",
    ),
    "outdated": (
        "the vectors were made with another model than the one that is set",
        "向量是用另一个模型生成的，与当前设置不符",
    ),
    "outdated.hint": (
        "run `clew index --embed` to make them anew",
        "运行 `clew index --embed` 以重新生成",
    ),
    "damaged": (
        "the vectors are damaged",
        "向量已损坏",
    ),
    "damaged.hint": (
        "run `clew index --embed` to make them anew",
        "运行 `clew index --embed` 以重新生成",
    ),
    "why-no-table": ("it has no `embeddings`", "其中没有 `embeddings`"),
    "why-short": ("its tokenizer knows more tokens than it has vectors", "分词器的词元比向量多"),
    "why-shape": ("its output has the shape {shape}", "输出的形状是 {shape}"),
}

"""What some models were taught to find before a question and before a text. Without it they find less."""

from __future__ import annotations

# A part of the model's name -> before a question, before a text. The first that fits.
_KNOWN = (
    ("e5-mistral", "Instruct: Given a question, retrieve notes that answer it\nQuery: ", ""),
    ("multilingual-e5-large-instruct", "Instruct: Given a question, retrieve notes that answer it\nQuery: ", ""),
    ("qwen3-embedding", "Instruct: Given a question, retrieve notes that answer it\nQuery: ", ""),
    ("e5-", "query: ", "passage: "),
    ("nomic-embed", "search_query: ", "search_document: "),
    ("embeddinggemma", "task: search result | query: ", "title: none | text: "),
    ("mxbai-embed", "Represent this sentence for searching relevant passages: ", ""),
    ("snowflake-arctic-embed2", "query: ", ""),
    ("snowflake-arctic-embed-l-v2", "query: ", ""),
    ("snowflake-arctic-embed-m-v2", "query: ", ""),
    ("snowflake-arctic-embed", "Represent this sentence for searching relevant passages: ", ""),
    ("bge-m3", "", ""),
    ("bge-small-zh", "为这个句子生成表示以用于检索相关文章：", ""),
    ("bge-base-zh", "为这个句子生成表示以用于检索相关文章：", ""),
    ("bge-large-zh", "为这个句子生成表示以用于检索相关文章：", ""),
    ("bge-", "Represent this sentence for searching relevant passages: ", ""),
)


def prefixes_for(name: str) -> tuple[str, str]:
    """Before a question, before a text."""
    lower = name.lower().replace("_", "-")
    return next(((query, text) for part, query, text in _KNOWN if part in lower), ("", ""))

"""What embedding models were trained to see before a query and before a passage, by family."""

import re
from dataclasses import dataclass

_INSTRUCTION = "Given a question, retrieve passages that answer it"
_BGE_EN = "Represent this sentence for searching relevant passages: "


@dataclass(frozen=True, slots=True)
class Prompts:
    """The texts put before a query and before a passage."""

    query: str = ""
    passage: str = ""


# From the model cards. The first family whose pattern is found in the lower-case name counts.
_FAMILIES: tuple[tuple[str, Prompts], ...] = (
    (r"e5.*-instruct|e5-mistral", Prompts(query=f"Instruct: {_INSTRUCTION}\nQuery: ")),
    (r"(^|[/\-_])e5[-_]", Prompts(query="query: ", passage="passage: ")),
    (r"bge-.*zh", Prompts(query="为这个句子生成表示以用于检索相关文章：")),
    (r"bge-(small|base|large)-en", Prompts(query=_BGE_EN)),
    (r"mxbai-embed", Prompts(query=_BGE_EN)),
    (r"arctic-embed.*(v2|2\.0|2:)", Prompts(query="query: ")),
    (r"arctic-embed", Prompts(query=_BGE_EN)),
    (r"qwen3-embedding", Prompts(query=f"Instruct: {_INSTRUCTION}\nQuery:")),
    (r"nomic-embed-text", Prompts(query="search_query: ", passage="search_document: ")),
    (r"embeddinggemma", Prompts(query="task: search result | query: ", passage="title: none | text: ")),
)


def prompts_for(model: str) -> Prompts:
    """Return the prompts of the model's family; empty ones where it needs none (bge-m3, MiniLM, OpenAI)."""
    name = model.lower()
    return next((prompts for pattern, prompts in _FAMILIES if re.search(pattern, name)), Prompts())

"""Neutral sentences that a question is compared with, so that no threshold is bound to one model's scale.

A raw cosine says little (some models put everything between 0.75 and 0.92); how far a memory stands out from what
anybody might have said does. The sentences are embedded once a model and kept in the process.
"""

# ruff: noqa: E501

import threading
from dataclasses import dataclass

import numpy as np

from memories.recall.tokens import has_chinese
from memoryhub.ai.embeddings import Embedder

ENGLISH = (
    "You have two older cousins.", "You bought a new lamp last week.", "You usually take the bus to town.",
    "You prefer quiet places to noisy ones.", "You once visited a lighthouse.", "Your neighbour plays the trumpet.",
    "You keep your receipts in a tin box.", "You had a meeting about the budget.", "You like sunny mornings.",
    "You are reading about the history of bridges.", "You do not enjoy crowded trains.", "Your watch was repaired in spring.",
    "You want to repaint the fence.", "You studied for an exam at night.", "You signed up for a pottery class.",
    "Your uncle sells second-hand furniture.", "You make soup when it is cold.", "You lost an umbrella at the station.",
    "You have a dentist's appointment in autumn.", "You decided to keep the old printer.", "Your team won a small prize.",
    "You feel better after a walk.", "You are saving money for a new roof.", "You grew up near a river.",
    "You listen to the radio while cleaning.", "You are allergic to a certain soap.", "You wear glasses for driving.",
    "You work with spreadsheets every day.", "Your favourite season is winter.", "You speak a little of another language.",
    "You watched a documentary about whales.", "Your grandmother taught you to sew.",
)  # fmt: skip
CHINESE = (
    "你有两个表哥。", "你上周买了一盏新台灯。", "你平时坐公交车进城。", "你更喜欢安静的地方。", "你去过一次灯塔。", "你的邻居会吹小号。",
    "你把收据放在铁盒里。", "你开了一个关于预算的会。", "你喜欢有阳光的早晨。", "你在读一本讲桥梁历史的书。", "你不喜欢拥挤的地铁。",
    "你的手表春天修过。", "你想重新刷一遍围栏。", "你晚上复习准备考试。", "你报了一个陶艺班。", "你叔叔卖二手家具。", "天冷的时候你会煮汤。",
    "你在车站丢了一把伞。", "你秋天要去看牙。", "你决定留下旧打印机。", "你们团队得了一个小奖。", "散步之后你感觉好一些。", "你在存钱换屋顶。",
    "你在河边长大。", "打扫的时候你听广播。", "你对某种肥皂过敏。", "你开车要戴眼镜。", "你每天都用表格工作。", "你最喜欢的季节是冬天。",
    "你会一点外语。", "你看了一部关于鲸鱼的纪录片。", "你奶奶教过你缝衣服。",
)  # fmt: skip

#: A question that is equally near to everything must not make small differences look large.
_LEAST_SPREAD = 1e-4


@dataclass(frozen=True, slots=True)
class Scale:
    """Mean and spread of a question's cosine with neutral sentences, by the language of the sentence."""

    english: tuple[float, float]
    chinese: tuple[float, float]

    def standard(self, cosine: float, *, text: str) -> float:
        """How many spreads a memory's cosine is above the neutral sentences of its language."""
        mean, spread = self.chinese if has_chinese(text) else self.english
        return (cosine - mean) / spread


_matrices: dict[str, tuple[np.ndarray, np.ndarray]] = {}
_lock = threading.Lock()


def scale(*, embedder: Embedder, query: np.ndarray) -> Scale:
    """The scale of one question's vector under this model."""
    english, chinese = _neutral(embedder)
    return Scale(_moments(english @ query), _moments(chinese @ query))


def standing(*, model: str, vector: np.ndarray, cosine: float, chinese: bool) -> float:
    """How many spreads a question's cosine with a text is above that of neutral sentences of the question's language.

    Some texts are near to everything. Known once a question was put to this model in this process; 0 before.
    """
    if model not in _matrices:
        return 0.0
    mean, spread = _moments(_matrices[model][chinese] @ vector)
    return (cosine - mean) / spread


def _moments(cosines: np.ndarray) -> tuple[float, float]:
    return float(cosines.mean()), max(float(cosines.std()), _LEAST_SPREAD)


def _neutral(embedder: Embedder) -> tuple[np.ndarray, np.ndarray]:
    model = embedder.model
    if model not in _matrices:
        with _lock:
            if model not in _matrices:
                vectors = embedder.passages([*ENGLISH, *CHINESE])
                _matrices[model] = vectors[: len(ENGLISH)], vectors[len(ENGLISH) :]
    return _matrices[model]

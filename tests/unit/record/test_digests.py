"""Canonical JSON and what the digest covers."""

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ohhell_referee.record.digests import APART, canonical, digest_of, hash_of

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(PLAIN)
def test_canonical_is_what_the_standard_library_writes(value: object) -> None:
    """Anybody can compute a digest with four options of json.dumps."""
    expected = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert canonical(value) == expected.encode()


def test_canonical_refuses_other_numbers_than_integers() -> None:
    with pytest.raises(ValueError, match="not an integer"):
        canonical({"points": [1, 2.0]})


def test_text_that_looks_like_a_float_is_no_number() -> None:
    assert canonical({"note": "1.5e3"}) == b'{"note":"1.5e3"}'


def test_the_digest_is_sha256_of_the_canonical_content() -> None:
    content = {"type": "game", "id": "b0s0", "scores": [3, 1]}
    expected = hashlib.sha256(b'{"id":"b0s0","scores":[3,1],"type":"game"}').hexdigest()
    assert digest_of(content) == "sha256:" + expected


@pytest.mark.parametrize("key", APART)
def test_what_may_differ_between_equal_games_is_not_in_the_digest(key: str) -> None:
    content = {"id": "b0s0", "scores": [3, 1]}
    assert digest_of({**content, key: 1.5}) == digest_of(content)


def test_everything_else_is_in_the_digest() -> None:
    content = {"id": "b0s0", "scores": [3, 1]}
    assert digest_of({**content, "marks": []}) != digest_of(content)


def test_hash_of_names_its_algorithm() -> None:
    assert hash_of(b"") == "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

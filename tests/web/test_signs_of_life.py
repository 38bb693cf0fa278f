"""Every page of a table says that its phone is still here: by its stream, or by a script of its own."""

from __future__ import annotations

import pytest
from desk import Scene


@pytest.mark.parametrize("page", ["", "/log", "/host", "/watch", "/scores", "/more", "/seats"])
def test_every_page_of_a_table_gives_signs_of_life(scene: Scene, page: str) -> None:
    answer = scene["host"].get(scene.path + page).text
    stream, script = (f'data-here="{scene.path}/here"', f'name="here" content="{scene.path}/here"')
    assert answer.count(stream) + answer.count(script) == 1


@pytest.mark.parametrize("page", ["/rules/tally", "/cards/tally", "/cards/tally/card"])
def test_pages_that_were_opened_from_a_table_do_so_too(scene: Scene, page: str) -> None:
    found = scene["seat"].get(f"{page}?table={scene.live.row.id}").text
    assert f'name="here" content="{scene.path}/here"' in found
    assert 'name="here"' not in scene["seat"].get(page).text

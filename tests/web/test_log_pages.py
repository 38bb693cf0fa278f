"""The log shows the newest entries at once and all of them on demand."""

from __future__ import annotations

from desk import Scene

from companion.web.screens import LOG_PAGE


def test_every_entry_can_be_reached_for_correction(scene: Scene) -> None:
    for n in range(LOG_PAGE + 5):
        scene["seat"].post(
            f"/t/{scene.live.row.id}/enter", {"do": "count", "seat": "0", "n": "1" if n % 2 == 0 else "-1"}
        )
    newest = scene["seat"].get(f"/t/{scene.live.row.id}/log").text
    assert 'id="line-1"' not in newest
    assert "log?all=1" in newest
    whole = scene["seat"].get(f"/t/{scene.live.row.id}/log?all=1").text
    assert 'id="line-1"' in whole
    assert f'id="line-{scene.live.seq}"' in whole
    assert "view=whole-log" in whole

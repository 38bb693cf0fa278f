"""Styles, scripts and pictures: read once, compressed once, named by their content."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from flask import Flask, Response, abort, request, url_for

YEAR = 365 * 24 * 3600
TEXT = {".css", ".js", ".svg", ".json", ".txt", ".webmanifest"}


@dataclass(frozen=True, slots=True)
class Asset:
    body: bytes
    packed: bytes | None
    kind: str
    digest: str


def load(folders: list[Path]) -> dict[str, Asset]:
    """All files below the folders; a later folder adds files, it never replaces one."""
    found: dict[str, Asset] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
            name = path.relative_to(folder).as_posix()
            if path.is_file() and name not in found:
                found[name] = _asset(path)
    return found


def _asset(path: Path) -> Asset:
    body = path.read_bytes()
    packed = gzip.compress(body, 9, mtime=0) if path.suffix in TEXT else None
    kind = "text/javascript" if path.suffix == ".js" else mimetypes.guess_type(path.name)[0]
    return Asset(body, packed, kind or "application/octet-stream", hashlib.sha256(body).hexdigest()[:12])


def init_assets(app: Flask, folders: list[Path]) -> None:
    assets = load(folders)

    @app.get("/static/<path:name>")
    def static(name: str) -> Response:
        asset = assets.get(name)
        if asset is None:
            abort(404)
        packs = asset.packed is not None and "gzip" in request.headers.get("Accept-Encoding", "")
        response = Response(asset.packed if packs else asset.body, content_type=asset.kind)
        if asset.kind.startswith("text/"):
            response.content_type = f"{asset.kind}; charset=utf-8"
        if packs:
            response.headers["Content-Encoding"] = "gzip"
        response.headers["Vary"] = "Accept-Encoding"
        fresh = request.args.get("v") == asset.digest
        response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable" if fresh else "no-cache"
        return response

    def asset_url(name: str) -> str:
        return url_for("static", name=name, v=assets[name].digest)

    def has_asset(name: str) -> bool:
        return name in assets

    app.jinja_env.globals.update(asset_url=asset_url, has_asset=has_asset)

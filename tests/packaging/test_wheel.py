"""The wheel: built, put into an empty environment outside the checkout, started from another folder."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

import pytest
from blocks import ROOT
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from running import Phone, Running, start

ASSET = re.compile(r'(?:href|src)="(/static/[^"]+)"')


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)]
    built = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert built.returncode == 0, built.stdout + built.stderr
    (found,) = out.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def home(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment that holds the wheel. What it depends on is borrowed; the checkout is not."""
    folder = tmp_path_factory.mktemp("home")
    venv.create(folder / "env", with_pip=False)
    python = folder / "env" / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    words = ["install", "--no-index", "--no-deps", str(wheel)]
    done = subprocess.run([*install, *words], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    (site,) = (folder / "env" / "lib").glob("python*/site-packages")
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder


def clean_environment(home: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, "HOME": str(home), "XDG_DATA_HOME": str(home / "data")}


@pytest.fixture(scope="module")
def installed(home: Path) -> Iterator[Running]:
    """`companion`, as somebody who installed it types it, somewhere else."""
    elsewhere = home / "elsewhere"
    elsewhere.mkdir()
    command = [str(home / "env" / "bin" / "companion"), "--port", "0", "--local", "--no-browser"]
    running = start(command, cwd=elsewhere, env=clean_environment(home))
    yield running
    running.stop()


def in_checkout(folder: str) -> set[str]:
    paths = (ROOT / folder).rglob("*")
    return {
        path.relative_to(ROOT).as_posix()
        for path in paths
        if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith(".")
    }


def test_the_wheel_holds_the_package_its_templates_and_its_styles(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    pages = {f"companion/{name}" for folder in ("templates", "static") for name in in_checkout(folder)}
    assert held == in_checkout("companion") | pages


def test_the_wheel_carries_both_licences(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if "/licenses/" in name]
    assert any(name.endswith("/LICENSE") for name in names)
    assert any(name.endswith("/LICENSE-htmx") for name in names)


def test_the_wheel_asks_for_what_the_project_asks_for(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        metadata = archive.read(name).decode()
    asked = {str(Requirement(line)) for line in re.findall(r"^Requires-Dist: (.*)$", metadata, re.MULTILINE)}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert asked == {str(Requirement(line)) for line in project["dependencies"]}
    assert len(asked) <= 10


def test_everything_imported_is_asked_for() -> None:
    """Also through those who are asked for: flask brings click, jinja2 and werkzeug along."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    brought: set[str] = set()
    todo = [Requirement(line).name for line in project["dependencies"]]
    while todo:
        name = canonicalize_name(todo.pop())
        if name not in brought:
            brought.add(name)
            todo += needs(name)
    owners = packages_distributions()
    for module in sorted(imported() - set(sys.stdlib_module_names) - {"companion"}):
        assert {canonicalize_name(owner) for owner in owners[module]} & brought, module


def needs(name: str) -> list[str]:
    try:
        lines = requires(name) or []
    except PackageNotFoundError:
        return []
    found = [Requirement(line) for line in lines]
    return [r.name for r in found if r.marker is None or r.marker.evaluate({"extra": ""})]


def imported() -> set[str]:
    modules = set()
    for path in (ROOT / "companion").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                modules |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                modules.add(node.module.split(".")[0])
    return modules


def test_the_installed_package_is_not_the_checkout(home: Path) -> None:
    code = "import companion; from companion.shelf import resources as r; print(r('templates'), r('static'))"
    said = subprocess.run(
        [home / "env" / "bin" / "python", "-c", f"{code}; print(companion.__file__)"],
        cwd=home,
        env=clean_environment(home),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert said.returncode == 0, said.stderr
    assert all(path.startswith(str(home)) for path in said.stdout.split()), said.stdout


def test_the_installed_companion_serves_its_pages_styles_and_scripts(installed: Running, home: Path) -> None:
    with Phone(installed.url) as phone:
        page = phone.get("/")
        assert page.status_code == 200
        assets = set(ASSET.findall(page.text))
        assert any(name.startswith("/static/css/") for name in assets)
        for folder in ("css", "js", "vendor"):
            assets |= {f"/{path}" for path in in_checkout(f"static/{folder}")}
        for name in sorted(assets):
            answer = phone.get(name)
            assert answer.status_code == 200, name
            assert answer.content == (ROOT / name.split("?")[0].lstrip("/")).read_bytes(), name
        assert phone.get("/join").status_code == 200
        assert phone.http.get(installed.host_path).status_code == 303


def test_the_installed_companion_keeps_its_file_in_the_data_folder(installed: Running, home: Path) -> None:
    assert [path.name for path in (home / "data").rglob("companion.db")] == ["companion.db"]
    assert not list((home / "elsewhere").iterdir())
    (key,) = (home / "data").rglob("companion.key")
    assert key.stat().st_mode & 0o077 == 0

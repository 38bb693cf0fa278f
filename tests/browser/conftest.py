"""Phones, a tablet and the server they talk to: a real one, under a name that is no secure context."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from browser import ARGUMENTS, ensure
from house import House, Table
from phone import Phone
from playwright.sync_api import Browser, sync_playwright

PHONE, TABLET, NARROW = (360, 780), (768, 1024), (320, 640)
NewPhone = Callable[..., Phone]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all; where there is none the tests fail, they are never left out."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=ensure(), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The server of a whole module."""
    house = House(tmp_path_factory.mktemp("house")).start()
    yield house
    house.stop()
    assert house.complaints() == ""


@pytest.fixture
def table(house: House) -> Table:
    """A table of Ann and Bo whose host's screen nobody looks at."""
    return house.table("Ann", "Bo")


@pytest.fixture
def own_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server of the test's own, to be killed and started again."""
    house = House(tmp_path_factory.mktemp("own")).start()
    yield house
    house.stop()
    assert house.complaints() == ""


@pytest.fixture
def phones(chromium: Browser) -> Iterator[NewPhone]:
    """Makes phones at any server; at the end none of them may have had anything to complain about."""
    made: list[Phone] = []

    def new(
        house: House,
        size: tuple[int, int] = PHONE,
        *,
        dark: bool = False,
        script: bool = True,
        still: bool = False,
        address: str = "",
    ) -> Phone:
        context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            java_script_enabled=script,
            reduced_motion="reduce" if still else "no-preference",
        )
        made.append(Phone(context, house, context.new_page(), script, address))
        return made[-1]

    yield new
    for phone in made:
        phone.context.close()
    for phone in made:
        assert phone.complaints() == []
        assert phone.without_csp == []
        assert all(host.split(":")[0].endswith(".test") for host in phone.hosts), phone.hosts


@pytest.fixture
def phone(house: House, phones: NewPhone) -> NewPhone:
    """Makes phones at the module's server: `phone()`, `phone(TABLET)`, `phone(script=False)`."""

    def new(size: tuple[int, int] = PHONE, **options: object) -> Phone:
        return phones(house, size, **options)

    return new

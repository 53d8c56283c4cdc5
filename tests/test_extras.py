"""`pip install koloda` without extras: what works with the standard library and two small packages."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from koloda.cli import complain
from koloda.cli.extras import MODULES, extras, how_to_get, module_name

ROOT = Path(__file__).parent.parent
TABLES = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = TABLES["project"]

SMALL = """'{"ranks": 2, "suits": 2, "hand_size": 1}'"""

# Runs the commands of standard input, one a line, where nothing can be imported but what is allowed.
BARE = """
import io, shlex, sys
from importlib.abc import MetaPathFinder

ALLOWED = sys.stdlib_module_names | {"koloda", "mypy_extensions", "librt"}

class Bare(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in ALLOWED and not top.endswith("__mypyc") and not top.startswith("_sysconfigdata"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None

lines = sys.stdin.read().splitlines()
for name in [name for name in sys.modules if name.partition(".")[0] not in ALLOWED and name != "__main__"]:
    del sys.modules[name]  # what start-up files of the environment have brought
sys.meta_path.insert(0, Bare())
import koloda  # puts a finder of its own before ours
sys.meta_path.insert(0, sys.meta_path.pop(1))
import koloda.cli.bench

koloda.cli.bench.SECONDS, koloda.cli.bench.DEALS = 0.001, 2
for line in lines:
    sys.stdin = io.StringIO("1\\n" * 5 + "q\\n")
    code = koloda.cli.main(shlex.split(line))
    print(f"=== {code} {line}", flush=True)
"""


def bare(folder: Path, *lines: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", BARE],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=folder,
        timeout=300,
    )


def test_the_engine_games_bots_and_commands_need_no_extra(tmp_path: Path) -> None:
    commands = [
        "games",
        "rules yassa --lang uk",
        "play durak --seats 2 --level easy --lang en --record game.jsonl",
        "play junquick --level hard --lang ru",
        "simulate flights --games 2 --bots heuristic,random --trace deals.jsonl",
        "verify deals.jsonl",
        "replay deals.jsonl --lang en",
        "match viceroy heuristic random --games 2 --json",
        "match durak mcts:20 easy --games 2",
        'solve "trump S; 1: 9H TD; 2: JH QH; lead 1"',
        f"efg durak --options {SMALL} --out small.efg",
        "bench durak --json",
        "new-game whist",
        "completion bash",
        "doctor",
    ]
    done = bare(tmp_path, *commands)
    assert [line for line in done.stderr.splitlines() if "edited after compiling" not in line] == []
    codes = [line.split(" ", 2)[1:] for line in done.stdout.splitlines() if line.startswith("=== ")]
    assert codes == [["0", command] for command in commands]


def test_importing_koloda_brings_nothing_else() -> None:
    code = """
import sys
before = set(sys.modules)
import koloda
brought = {name.partition(".")[0] for name in set(sys.modules) - before}
assert brought <= sys.stdlib_module_names | {"koloda"}, brought
assert not [name for name in sys.modules if name.startswith("koloda.")]
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert [line for line in done.stderr.splitlines() if "edited after compiling" not in line] == []


def test_a_command_without_its_extra_says_how_to_get_it(tmp_path: Path) -> None:
    wanted = {
        "serve --port 0": "table",
        "match durak cmd:./bot.py random": "contest",
        "bot check ./bot.py": "contest",
        "exploitability durak": "research",
        "train durak --out out": "train",
    }
    done = bare(tmp_path, *wanted)
    assert done.stdout.splitlines() == [f"=== 2 {command}" for command in wanted]
    # others may be about what the sandbox cannot do here
    told = [line for line in done.stderr.splitlines() if ": this needs " in line]
    assert len(told) == len(wanted)
    for line, (command, extra) in zip(told, wanted.items(), strict=True):
        assert line.startswith(f"koloda: {command.split(maxsplit=1)[0]}: this needs ")
        assert re.search(rf"pip install .*\[{extra}\]'$", line)


class Installed:
    """What pip has written about where a package came from."""

    def __init__(self, told: object) -> None:
        self.told = told

    def read_text(self, name: str) -> str | None:
        assert name == "direct_url.json"
        return None if self.told is None else json.dumps(self.told)


@pytest.mark.parametrize(
    ("told", "wanted"),
    [
        (None, "'koloda[table]'"),
        ({"url": "https://cards.example/koloda.whl", "archive_info": {}}, "'koloda[table]'"),
        (
            {"url": "file:///tmp/my%20wheels/koloda.whl", "archive_info": {}},
            "'/tmp/my wheels/koloda.whl[table]'",
        ),
        ({"url": "file:///src/koloda", "dir_info": {"editable": True}}, "-e '/src/koloda[table]'"),
    ],
)
def test_what_came_from_a_file_grows_from_that_file(
    told: object,
    wanted: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    """No index may know koloda, and whoever types `pip` may get that of another environment."""
    monkeypatch.setattr(metadata, "distribution", lambda name: Installed(told))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    own = tmp_path / "pip"
    for searched, pip in ((True, "pip"), (False, str(own))):
        own.touch(0o755)
        if not searched:
            monkeypatch.setenv("PATH", "/nowhere")
        assert complain("serve: this needs starlette: pip install 'koloda[table]'") == 2
        assert capsys.readouterr().err == f"koloda: serve: this needs starlette: {pip} install {wanted}\n"


def test_the_core_needs_two_packages() -> None:
    names = {requirement.split(">")[0] for requirement in PROJECT["dependencies"]}
    assert names == {"mypy-extensions", "librt"}


def test_all_is_all() -> None:
    (everything,) = PROJECT["optional-dependencies"]["all"]
    listed = set(everything.removeprefix("koloda[").removesuffix("]").split(","))
    assert listed == set(PROJECT["optional-dependencies"]) - {"all"}


def test_every_package_of_an_extra_is_found_by_its_module() -> None:
    for extra, packages in extras().items():
        for package in packages:
            assert how_to_get(module_name(package), extra) == f"pip install 'koloda[{extra}]'"
    assert how_to_get("tkinter") is None
    assert set(MODULES) <= {package for packages in extras().values() for package in packages}


def test_an_extra_without_a_lock_is_refused_before_anything_is_made(tmp_path: Path) -> None:
    """With a lock it makes an environment: that takes the network, so not here."""
    command = ["sh", str(ROOT / "tools" / "install"), "nothing", str(tmp_path / "venv")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "no lock for 'nothing'" in done.stderr
    assert not (tmp_path / "venv").exists()
    lock = (ROOT / "requirements-research.lock").read_text("utf-8")
    for package in PROJECT["optional-dependencies"]["research"]:
        assert f"\n{package.split('>')[0]}==" in lock


def locks() -> dict[str, list[str]]:
    """The extras that are in each lock, as tools/lock says."""
    commands = re.findall(r"^lock (.+)$", (ROOT / "tools" / "lock").read_text("utf-8"), re.MULTILINE)
    return {
        command.split("--output-file ")[1].split()[0]: re.findall(r"--extra (\S+)", command)
        for command in commands
    }


def test_every_lock_of_extras_is_made_by_tools_lock() -> None:
    found = {path.name for path in ROOT.glob("requirements*.lock")}
    assert set(locks()) == found - {"requirements-node.lock", "requirements-docs.lock"}


@pytest.mark.parametrize("name", locks())
def test_what_an_extra_needs_is_locked_for_every_python(name: str) -> None:
    pins = [
        Requirement(line.removesuffix(" \\"))
        for line in (ROOT / name).read_text("utf-8").splitlines()
        if re.match("[a-z]", line)
    ]
    wanted = [*PROJECT["dependencies"]]
    for extra in locks()[name]:
        wanted += PROJECT["optional-dependencies"][extra]
    pythons = re.findall(r":: Python :: (3\.\d+)$", "\n".join(PROJECT["classifiers"]), re.MULTILINE)
    assert f">={pythons[0]}" == PROJECT["requires-python"]
    for python in pythons:
        here = {**default_environment(), "python_version": python, "python_full_version": f"{python}.0"}
        for requirement in map(Requirement, wanted):
            if requirement.marker is not None and not requirement.marker.evaluate(here):
                continue
            found = [
                str(pin.specifier).removeprefix("==")
                for pin in pins
                if canonicalize_name(pin.name) == canonicalize_name(requirement.name)
                and (pin.marker is None or pin.marker.evaluate(here))
            ]
            assert len(found) == 1, f"{requirement} with Python {python} in {name}: {found}"
            assert requirement.specifier.contains(found[0]), f"{requirement} in {name}: {found[0]}"


def test_the_rules_compile_where_only_the_locked_packages_are() -> None:
    """The compiler reads what the compiled files import, and stops at a module that it does not find."""
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    locked = set(re.findall(r"^([a-z0-9-]+)(?:\[.*?\])?==", lock, re.MULTILINE))
    overrides = TABLES["tool"]["mypy"]["overrides"]
    spared = {name for each in overrides if each.get("ignore_missing_imports") for name in each["module"]}
    wanted = [line for lines in PROJECT["optional-dependencies"].values() for line in lines]
    names = {re.split(r"[\[<>=; ]", line)[0] for line in wanted} - locked - {"koloda"}
    assert names
    assert {f"{module_name(name)}.*" for name in names} <= spared

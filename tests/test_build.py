"""The two builds of the package: which one runs, and that an old one never hides new sources."""

import fcntl
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import koloda
from koloda import build

ROOT = Path(__file__).resolve().parent.parent
WHICH = "import koloda, koloda.core.rng as m; print(koloda.compiled(), m.__file__.endswith('.py'))"


def python(code: str, src: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {key: value for key, value in os.environ.items() if key != "KOLODA_PURE"}
    environment |= {"PYTHONPATH": str(src), **variables}
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )


def hatch_build(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(root / "hatch_build.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of this checkout as far as the build is concerned, compiled if this one is."""
    root = tmp_path / "a checkout"
    shutil.copytree(ROOT / "src", root / "src", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "hatch_build.py"):
        shutil.copy(ROOT / name, root)
    return root


@pytest.fixture
def compiled_checkout(checkout: Path) -> Path:
    if hatch_build(checkout, "--check").returncode != 0:
        pytest.skip("this checkout is not compiled")
    return checkout


@pytest.fixture
def small_checkout(tmp_path: Path) -> Path:
    """A checkout with next to no rules: less is compiled, by the same programs in the same way."""
    root = tmp_path / "a small checkout"
    package = root / "src" / "koloda"
    (package / "core").mkdir(parents=True)
    for name in ("pyproject.toml", "hatch_build.py", "src/koloda/build.py", "src/koloda/core/bits.py"):
        shutil.copy(ROOT / name, root / name)
    listed = "import hatch_build; print(*hatch_build.MORE)"
    more = subprocess.run(
        [sys.executable, "-c", listed], cwd=root, capture_output=True, text=True, check=True
    )
    for name in (*more.stdout.split(), "core/__init__.py", "__init__.py"):
        (package / name).parent.mkdir(exist_ok=True)
        (package / name).touch()
        (package / name).with_name("__init__.py").touch()
    return root


def test_the_build_that_was_asked_for_is_running() -> None:
    expected = os.environ.get("KOLODA_EXPECT")
    if expected is None:
        pytest.skip("KOLODA_EXPECT does not say which build is meant")
    assert koloda.compiled() == (expected == "compiled")


def test_compiled_says_what_was_imported(checkout: Path) -> None:
    compiled = hatch_build(checkout, "--check").returncode == 0
    assert python(WHICH, checkout / "src").stdout.split() == [str(compiled), str(not compiled)]


def test_koloda_pure_ignores_the_compiled_modules(compiled_checkout: Path) -> None:
    result = python(WHICH, compiled_checkout / "src", KOLODA_PURE="1")
    assert result.stdout.split() == ["False", "True"]
    assert result.stderr == ""


@pytest.mark.parametrize("edit", ["change", "add", "remove"])
def test_an_edited_checkout_runs_as_plain_python_and_says_so(compiled_checkout: Path, edit: str) -> None:
    core = compiled_checkout / "src" / "koloda" / "core"
    if edit == "change":
        name = "bits.py"
        (core / name).write_text((core / name).read_text("utf-8") + "\nEDITED = True\n", "utf-8")
    elif edit == "add":
        name = "added.py"
        (core / name).write_text("", "utf-8")
    else:
        name = "removed.py"
        record = core.parent / "_build.json"
        content = json.loads(record.read_text("utf-8"))
        content["sources"][f"core/{name}"] = "0"
        record.write_text(json.dumps(content), "utf-8")
    result = python(WHICH, compiled_checkout / "src")
    assert result.stdout.split() == ["False", "True"]
    assert result.stderr == f"koloda: core/{name} was edited after compiling; running as plain Python\n"
    assert hatch_build(compiled_checkout, "--check").returncode == 1


def test_a_build_for_another_interpreter_is_not_used(compiled_checkout: Path) -> None:
    record = compiled_checkout / "src" / "koloda" / "_build.json"
    content = json.loads(record.read_text("utf-8")) | {"suffix": ".cpython-27-vax.so"}
    record.write_text(json.dumps(content), "utf-8")
    assert python(WHICH, compiled_checkout / "src").stdout.split() == ["False", "True"]


def test_half_a_build_is_not_used(compiled_checkout: Path) -> None:
    (compiled_checkout / "src" / "koloda" / "_build.json").unlink()
    assert python(WHICH, compiled_checkout / "src").stdout.split() == ["False", "True"]


def test_clean_leaves_plain_python(checkout: Path) -> None:
    assert hatch_build(checkout, "--clean").returncode == 0
    assert not list(checkout.rglob("*.so"))
    assert python(WHICH, checkout / "src").stdout.split() == ["False", "True"]


def test_every_source_is_compiled_or_says_why_not(compiled_checkout: Path) -> None:
    package = compiled_checkout / "src" / "koloda"
    for path in [*(package / "core").rglob("*.py"), *(package / "games").rglob("*.py")]:
        plain = path.name == "__init__.py" or path.read_text("utf-8").startswith("# not compiled: ")
        assert bool(list(path.parent.glob(f"{path.stem}.*.so"))) != plain, path


def test_a_missing_compiler_is_told(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    result = hatch_build(checkout)
    assert result.returncode == 3
    assert result.stderr == "hatch_build.py: there is no C compiler (no-such-compiler)\n"


@pytest.mark.long
@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("from mypy_extensions import i64\n\ndef f(n: i64) -> i64:\n    return 1 << n\n", "32 bits"),
        ("def f(n: int) -> str:\n    return n\n", "Incompatible return value type"),
    ],
    ids=["narrow shift", "type error"],
)
def test_bad_sources_are_refused(small_checkout: Path, source: str, complaint: str) -> None:
    (small_checkout / "src" / "koloda" / "core" / "bad.py").write_text(source, "utf-8")
    result = hatch_build(small_checkout)
    if result.returncode == 3:
        pytest.skip(result.stderr)
    assert result.returncode == 1
    assert complaint in result.stdout + result.stderr
    assert not list(small_checkout.rglob("*.so"))


@pytest.mark.long
def test_only_what_changed_is_compiled_again(tmp_path: Path) -> None:
    """Of a package: the file that was edited and the one that lists everything; after undoing it, none."""
    package = outside(tmp_path, one="def f() -> str:\n    return 'one'\n", two="WORDS = ['two', 'more']\n")
    compile_outside(package)
    objects = tmp_path / "build" / "compiled"
    before = set(objects.glob("*.o"))
    text = (package / "one.py").read_text("utf-8")
    (package / "one.py").write_text("def g(n: int) -> int:\n    return n\n\n" + text, "utf-8")
    compile_outside(package)
    edited = set(objects.glob("*.o"))
    assert before < edited
    assert len(edited - before) == 2
    (package / "one.py").write_text(text, "utf-8")
    compile_outside(package)
    assert set(objects.glob("*.o")) == edited
    code = "import koloda, outside.one, outside.two; print(outside.one.f(), outside.two.WORDS)"
    assert python(code, tmp_path, **with_koloda(tmp_path)).stdout == "one ['two', 'more']\n"


def test_small_functions_go_into_the_files_that_call_them() -> None:
    """Unless they use something that only their own file has; large ones stay where they are."""
    small = "int64_t CPyDef_bits___bit(int64_t n) {\n    return n;\n}\n"
    own = "int64_t CPyDef_bits___own(int64_t n) {\n    return table[n];\n}\n"
    literal = "PyObject *CPyDef_bits___word(void) {\n    return CPyStatics[3];\n}\n"
    large = "char CPyDef_bits___large(void) {\n" + "    x = 1;\n" * build.INLINE_LINES + "    return 0;\n}\n"
    text = "static int64_t table[] = {1};\n" + small + own + literal + large
    ((name, inlined),) = build.small_functions(text)
    assert name == "CPyDef_bits___bit"
    assert inlined.startswith("static inline int64_t CPyDef_bits___bit_inlined(int64_t n) {\n")
    assert inlined.endswith("}\n#define CPyDef_bits___bit CPyDef_bits___bit_inlined\n")


@pytest.mark.skipif(os.name != "posix", reason="other compilers have other names for them")
def test_calls_become_instructions_where_the_processor_has_them() -> None:
    registry = pytest.importorskip("mypyc.primitives.registry")

    def known() -> set[str]:
        return {name for name in build.INSTRUCTIONS if f"koloda.core.bits.{name}" in registry.function_ops}

    build.use_instructions(popcount=False)
    assert known() == {"bit", "shifted", "lowest"}
    build.use_instructions(popcount=True)
    assert known() == {"bit", "shifted", "lowest", "popcount"}


@pytest.mark.long
def test_a_package_runs_compiled_until_it_is_edited(tmp_path: Path) -> None:
    package = outside(tmp_path, one="X = 1\n", text="# not compiled: words\nX = 2\n")
    which = "import koloda, outside.one as o, outside.text as t; print(o.__file__[-3:], t.__file__[-3:])"
    variables = with_koloda(tmp_path)
    compile_outside(package)
    assert python(which, tmp_path, **variables).stdout == ".so .py\n"
    assert python(which, tmp_path, KOLODA_PURE="1", **variables).stdout == ".py .py\n"
    (package / "one.py").write_text("X = 3\n", "utf-8")
    result = python(which, tmp_path, **variables)
    assert result.stdout == ".py .py\n"
    assert "koloda: outside/one.py was edited after compiling; running as plain Python\n" in result.stderr
    assert build_outside(package, "--clean").returncode == 0
    assert not list(tmp_path.rglob("outside/*.so"))


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("from mypy_extensions import i64\n\ndef f(n: i64) -> i64:\n    return 1 << n\n", "32 bits"),
        ("def f(n: int) -> str:\n    return n\n", "Incompatible return value type"),
    ],
    ids=["narrow shift", "type error"],
)
def test_bad_sources_of_a_package_are_refused(tmp_path: Path, source: str, complaint: str) -> None:
    package = outside(tmp_path, bad=source)
    result = build_outside(package)
    if result.returncode == 3:
        pytest.skip(result.stderr)
    assert result.returncode == 1
    assert complaint in result.stdout + result.stderr
    assert not list(tmp_path.rglob("*.so"))


@pytest.mark.long
def test_a_game_in_a_package_plays_the_same_when_compiled(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples" / "games" / "believe" / "koloda_believe", tmp_path / "koloda_believe")
    info = tmp_path / "koloda_believe-0.1.0.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_text("[koloda.games]\nbelieve = koloda_believe:GAME\n")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: koloda-believe\nVersion: 0.1.0\n")
    variables = with_koloda(tmp_path)
    plain = played_outside(tmp_path, **variables)
    assert played_outside(tmp_path, KOLODA_PURE="1", **variables) == plain
    compile_outside(tmp_path / "koloda_believe")
    assert (
        python(
            "import koloda, koloda_believe.state as s; print(s.__file__[-3:])", tmp_path, **variables
        ).stdout
        == ".so\n"
    )
    assert played_outside(tmp_path, **variables) == plain


def played_outside(folder: Path, **variables: str) -> list[str]:
    """Traces of the game in this folder: of its policy, and of short deals between searching bots."""
    short = ["--games", "1", "--options", '{"max_lays": 12}']
    series = [["--games", "20"]]
    series += [[*short, "--seats", str(n), "--bots", bot] for n, bot in ((2, "mcts:40"), (3, "hard"))]
    traces = []
    for each in series:
        arguments = ["simulate", "believe", "--trace", "-", *each]
        traces.append(python(f"from koloda.cli import main; main({arguments})", folder, **variables).stdout)
    assert all(traces)
    return traces


def outside(folder: Path, **modules: str) -> Path:
    package = folder / "outside"
    package.mkdir()
    for name, text in {"__init__": "", **modules}.items():
        (package / f"{name}.py").write_text(text, "utf-8")
    return package


def with_koloda(folder: Path) -> dict[str, str]:
    return {"PYTHONPATH": os.pathsep.join([str(folder), str(ROOT / "src")])}


def build_outside(package: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "koloda.build", *arguments, str(package)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "KOLODA_OPTIMIZE": "0"}
    return subprocess.run(command, capture_output=True, text=True, env=environment)


def compile_outside(package: Path) -> None:
    result = build_outside(package)
    if result.returncode == 3:
        pytest.skip(result.stderr)
    assert result.returncode == 0, result.stdout + result.stderr


def test_edited_rules_run_at_once_and_are_compiled_beside(compiled_checkout: Path) -> None:
    root = compiled_checkout
    shutil.copytree(ROOT / "tools", root / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("koloda", "requirements.lock", "requirements-dev.lock"):
        shutil.copy(ROOT / name, root)
    (root / "hatch_build.py").write_text("import sys\nsys.exit('hatch_build.py: no luck')\n")  # in no time
    scripts = root / ".venv" / "bin"
    scripts.mkdir(parents=True)
    for name, program in {"python": "", "koloda": "-m koloda"}.items():
        text = f'#!/bin/sh\nPYTHONPATH="{root}/src" exec "{sys.executable}" {program} "$@"\n'
        (scripts / name).write_text(text)
        (scripts / name).chmod(0o755)
    stamp = "import sys; sys.path[:0] = ['tools']; import environment as e; e.write_stamp(e.wanted(0, 0, {}))"
    environment = {
        key: value for key, value in os.environ.items() if key not in ("KOLODA_PURE", "KOLODA_COMPILE")
    }
    subprocess.run([scripts / "python", "-c", stamp], cwd=root, check=True, env=environment)

    def started() -> str:
        command = [str(root / "koloda"), "games"]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
        return done.stderr

    assert started() == ""
    (root / "src" / "koloda" / "core" / "added.py").write_text("")
    line = "core/added.py was edited; running as plain Python while the rules are compiled in the background"
    assert started() == f"koloda: {line}\n"
    with (root / ".venv.lock").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # until the compiler has ended
    assert started() == "koloda: compiling failed, so this is plain Python (.venv/koloda.log): no luck\n"


@pytest.mark.parametrize("dev", [False, True])
def test_the_first_page_does_not_wait_for_the_compiler(
    dev: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A checkout on its first run; what would install, build and compile is only written down."""
    spec = importlib.util.spec_from_file_location("environment", ROOT / "tools" / "environment.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    done: list[str] = []

    def noted(name: str, result: object = None) -> Callable[..., object]:
        def note(*given: object, **named: object) -> object:
            done.append(name)
            return result

        return note

    monkeypatch.delenv("KOLODA_PURE", raising=False)
    monkeypatch.delenv("KOLODA_COMPILE", raising=False)
    for name, place in {"VENV": "", "STAMP": "stamp.json", "LOG": "log", "RECORD": "_build.json"}.items():
        monkeypatch.setattr(tool, name, tmp_path / place)
    for name, result in {
        "make": None,
        "install_locked": None,
        "compile_sources": True,
        "build_client": True,
    }.items():
        monkeypatch.setattr(tool, name, noted(name, result))
    monkeypatch.setattr(tool, "install", noted("install"))
    monkeypatch.setattr(tool.subprocess, "Popen", noted("compile later"))
    monkeypatch.setattr(tool.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(tool, "web_stamp", lambda: "the client")
    with (tmp_path / "lock").open("w") as lock:
        later = tool.update(lock.fileno(), dev, True)
    assert later == (not dev)
    steps = [step for step in done if step != "build_client"]  # it is built beside them
    assert "build_client" in done
    rest = ["compile_sources", "install"] if dev else ["install", "compile later"]
    assert steps == ["make", "install_locked", *rest]
    stamp = (
        tool.read_stamp()
        if (tmp_path / "bin").exists()
        else json.loads((tmp_path / "stamp.json").read_text())
    )
    assert (stamp["sources"] is None) == later


def test_the_server_starts_again_when_the_rules_are_compiled(compiled_checkout: Path, tmp_path: Path) -> None:
    src = compiled_checkout / "src"
    record = src / "koloda" / "_build.json"
    built = record.read_bytes()
    record.unlink()
    command = [
        sys.executable,
        "-m",
        "koloda",
        "serve",
        "--port",
        "0",
        "--database",
        f"sqlite:///{tmp_path}/table.db",
    ]
    environment = {**os.environ, "PYTHONPATH": str(src), "KOLODA_PURE": "1", "KOLODA_COMPILING": "1"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        maps = Path(f"/proc/{server.pid}/maps")
        try:
            first = server.stdout.readline()
            assert "koloda__mypyc" not in maps.read_text()
            record.with_suffix(".part").write_bytes(built)
            record.with_suffix(".part").replace(record)
            assert server.stdout.readline().startswith("koloda: the rules are compiled")
            assert server.stdout.readline() == first
            assert "koloda__mypyc" in maps.read_text()
        finally:
            server.terminate()


def test_both_kinds_of_vec_behave_alike(compiled_checkout: Path) -> None:
    program = """
from mypy_extensions import i64
from koloda.core.vecs import append, extend, pop, remove, vec
v = extend(append(vec[i64](capacity=4), 5), [6, 7, 6])
v = remove(v, 6)
v, last = pop(v)
w = v[:]
w[0] = 9
print(list(v), list(w), last, len(v), 7 in v, vec[i64]([1, 2])[-1])
"""
    src = compiled_checkout / "src"
    assert (
        python(program, src).stdout
        == python(program, src, KOLODA_PURE="1").stdout
        == "[5, 7] [9, 7] 6 2 True 2\n"
    )


def test_the_version_is_that_of_the_package() -> None:
    assert f'\nversion = "{koloda.__version__}"\n' in (ROOT / "pyproject.toml").read_text("utf-8")

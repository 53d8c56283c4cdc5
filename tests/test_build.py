"""The two builds of the package: which one runs, and that an old one never hides new sources."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import koloda

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
def test_bad_sources_are_refused(compiled_checkout: Path, source: str, complaint: str) -> None:
    (compiled_checkout / "src" / "koloda" / "core" / "bad.py").write_text(source, "utf-8")
    result = hatch_build(compiled_checkout)
    assert result.returncode == 1
    assert complaint in result.stdout + result.stderr


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

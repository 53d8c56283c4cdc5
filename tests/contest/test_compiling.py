"""Sources that attack their compiler, and the table of languages."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from contest.judging import SETTINGS, Setting, in_setting
from contest.players import TOKEN, running
from koloda.arena.programs import landlock
from koloda.arena.programs.compiling import Compiled, compile_source, unpack
from koloda.arena.programs.languages import Language, Toolchain, find_toolchain, read_table
from koloda.arena.programs.making import Programs
from koloda.arena.programs.sandbox import Sandbox
from koloda.core.errors import KolodaError

C = read_table()[".c"]
SECRET = "the secret of the organiser"
ALL = [Setting(False, "auto"), Setting(False, "none"), Setting(True, "auto")]


def compiled(
    setting: Setting, language: Language, tmp_path: Path, content: str, tools: dict[str, str] | None = None
) -> Compiled:
    """Compile a file that everybody can read, with the sandbox of a setting."""
    folder = tmp_path / "source"
    folder.mkdir(exist_ok=True)
    for place in (folder, *list(folder.parents)[:-2]):
        place.chmod(0o755)
    source = folder / f"bot{language.endings[0]}"
    source.write_text(content)
    chain = Toolchain(tools) if tools is not None else find_toolchain(language, str(source))

    def work(sandbox: Sandbox) -> Compiled:
        return compile_source(sandbox, language, chain, [], source)

    return in_setting(setting, work)


@pytest.mark.parametrize("setting", ALL, ids=str)
def test_a_source_cannot_take_in_files_of_the_machine(setting: Setting, tmp_path: Path, gcc: str) -> None:
    if setting.mode == "none" and not landlock.version():
        pytest.skip("without bubblewrap and Landlock files are not kept apart, as the judge says")
    secret = tmp_path / "secret"
    secret.write_text(SECRET)
    secret.chmod(0o644)
    for content in (f'__asm__(".incbin \\"{secret}\\"");\n', f'#include "{secret}"\n'):
        result = compiled(setting, C, tmp_path, content + "int main(void) { return 0; }\n")
        assert "does not compile" in result.problem
        assert SECRET not in result.said
        assert result.archive == b""
    fine = compiled(setting, C, tmp_path, "int main(void) { return 0; }\n")
    assert (fine.problem, fine.said) == ("", "")
    assert unpack(fine.archive, tmp_path / "made") == ""
    assert os.listdir(tmp_path / "made") == ["program"]


RUST = [
    'const A: &str = include_str!("{secret}");\nconst B: &[u8] = include_bytes!("{secret}");',
    'include!("{secret}");',
    '#[path = "{secret}"]\nmod taken;',
    '#[link(name = "{secret}", kind = "static", modifiers = "+verbatim,+whole-archive")]\nextern "C" {{}}',
]


@pytest.mark.parametrize("setting", [Setting(False, "auto"), Setting(False, "none")], ids=str)
def test_rust_cannot_take_in_files_either(setting: Setting, tmp_path: Path) -> None:
    if setting.mode == "none" and not landlock.version():
        pytest.skip("without bubblewrap and Landlock files are not kept apart, as the judge says")
    try:
        find_toolchain(read_table()[".rs"], "bot.rs")
    except KolodaError as missing:
        pytest.skip(str(missing))
    secret = tmp_path / "secret"
    secret.write_text(SECRET)

    def work(sandbox: Sandbox) -> list[tuple[str, str]]:
        made = []
        with Programs(sandbox) as programs:
            for number, attack in enumerate(RUST):
                source = tmp_path / f"bot{number}.rs"
                source.write_text(attack.format(secret=secret) + "\nfn main() {}\n")
                program = programs.make(str(source))
                made.append((program.problem, program.output))
        return made

    for problem, output in in_setting(setting, work):
        assert "does not compile" in problem
        assert str(secret) in output
        assert SECRET not in output


def test_a_name_is_no_option_of_the_compiler(programs: Programs, tmp_path: Path, gcc: str) -> None:
    """Compilers read more options from a file that is called @ something."""
    for name in ("@more.c", "-shared.c", "--help.c"):
        (tmp_path / name).write_text("int main(void) { return 0; }\n")
        assert programs.make(str(tmp_path / name)).problem == ""


def test_the_sources_of_a_program_are_not_parsed_by_the_judge(programs: Programs, tmp_path: Path) -> None:
    """A parser needs minutes and gigabytes for some; what is imported is found all the same."""
    (tmp_path / "bot.py").write_text("import json, first as one, \u0436\nif one: from second.part import x\n")
    for name in ("first", "second", "\u0436", "other"):
        (tmp_path / f"{name}.py").write_text("(" * 1_000 + "\nimport bot, other.part\n" * (name == "second"))
    made = programs.make(str(tmp_path / "bot.py"))
    assert sorted(os.listdir(made.folder)) == sorted(path.name for path in tmp_path.iterdir())


SHELL = Language("shell", [".sh"], ["{target}"], {"sh": ["sh"]}, compile=["{sh}", "{source}"])
TOOLS = {"sh": "/bin/sh"}


@pytest.mark.parametrize("setting", ALL, ids=str)
def test_an_endless_compiler_is_ended_with_all_its_processes(setting: Setting, tmp_path: Path) -> None:
    content = f"(setsid sh -c 'sleep 600; : {TOKEN}' &)\nwhile :; do :; done\n"
    result = compiled(setting, replace(SHELL, compile_seconds=2), tmp_path, content, TOOLS)
    assert result.problem == "it does not compile within 2 s"
    assert not running()


@pytest.mark.parametrize("setting", ALL, ids=str)
def test_a_compiler_has_limits_of_memory_disk_and_output(setting: Setting, tmp_path: Path) -> None:
    small = replace(SHELL, compile_disk_mb=4, compile_memory_mb=64, compile_seconds=30)
    full = compiled(setting, small, tmp_path, "head -c 100000000 /dev/zero > out/program\n", TOOLS)
    assert full.archive == b""
    assert full.problem
    several = "for i in 1 2 3; do head -c 3000000 /dev/zero > out/$i; done\n"
    assert compiled(setting, small, tmp_path, several, TOOLS).problem
    loud = compiled(setting, small, tmp_path, "head -c 3000000 /dev/zero | tr '\\0' x >&2\n", TOOLS)
    assert len(loud.said) == 64 << 10
    hungry = compiled(setting, small, tmp_path, 'x=$(head -c 150000000 /dev/zero | tr "\\0" x)\n', TOOLS)
    assert hungry.problem == "its compiler needs more than 64 MB"


@pytest.mark.parametrize("setting", [SETTINGS[0], SETTINGS[3]], ids=str)
def test_a_compiler_leaves_plain_files_only(setting: Setting, tmp_path: Path) -> None:
    result = compiled(setting, SHELL, tmp_path, "ln -s /etc/passwd out/program\n", TOOLS)
    assert "no plain file" in unpack(result.archive, tmp_path / "made")
    assert not (tmp_path / "made" / "program").exists()


def test_links_and_devices_are_no_sources(programs: Programs, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("print()\n")
    (tmp_path / "link.py").symlink_to(tmp_path / "bot.py")
    (tmp_path / "data").symlink_to("/etc/hostname")
    os.mkfifo(tmp_path / "pipe.py")
    with pytest.raises(KolodaError, match="symbolic link: give the file itself"):
        programs.make(str(tmp_path / "link.py"))
    with pytest.raises(KolodaError, match="symbolic link"):
        programs.make(f"{tmp_path / 'bot.py'} {tmp_path / 'data'}")
    with pytest.raises(KolodaError, match="no regular file"):
        programs.make(str(tmp_path / "pipe.py"))


def test_a_source_is_compiled_once(
    programs: Programs, tmp_path: Path, gcc: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bot.c").write_text("int main(void) { return 7; }\n")
    first = programs.make(str(tmp_path / "bot.c"))
    known = dict(programs.compiled)
    second = programs.make(str(tmp_path / "bot.c"))
    assert programs.compiled == known
    assert Path(first.folder, "program").read_bytes() == Path(second.folder, "program").read_bytes()
    (tmp_path / "bot.c").write_text("int main(void) { return 8; }\n")
    programs.make(str(tmp_path / "bot.c"))
    assert len(programs.compiled) == len(known) + 1


# the table


def test_all_languages_are_in_the_table() -> None:
    endings = set(read_table())
    assert {".py", ".c", ".cpp", ".js", ".ts", ".java", ".rs", ".go", ".pas", ".cs", ".kt", ".hs"} <= endings


def test_an_organiser_adds_a_language(tmp_path: Path, best: Sandbox) -> None:
    table = tmp_path / "mine.toml"
    table.write_text(
        '[awk]\nendings = [".awk"]\ntools = { awk = ["awk"] }\nrun = ["{awk}", "-f", "{source}"]\n'
        'check = ["BEGIN {}"]\ntime_factor = 2.5\nmemory_factor = 2\n'
    )
    (tmp_path / "bot.awk").write_text("{ print }\n")
    with Programs(best, languages=read_table(str(table))) as programs:
        program = programs.make(str(tmp_path / "bot.awk"))
    assert program.problem == ""
    assert [str(word) for word in program.words] == [shutil.which("awk"), "-f", "bot.awk"]
    assert (program.time_factor, program.memory_factor) == (2.5, 2)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("awk = 1", "not a table"),
        ('[awk]\nendings = [".awk"]', "endings and run are needed"),
        ('[awk]\nendings = ["awk"]\nrun = ["x"]', "no file ending"),
        ('[awk]\nendings = [".awk"]\nrun = ["{nothing}"]', "names something that is not there"),
        ('[awk]\nendings = [".awk"]\nrun = ["x"]\nspeed = 1', "speed is unknown"),
        ('[awk]\nendings = [".awk"]\nrun = ["x"]\ntime_factor = "much"', "not of the right kind"),
        ("[awk", "mine.toml"),
    ],
)
def test_a_wrong_table_is_refused_in_words(tmp_path: Path, entry: str, message: str) -> None:
    (tmp_path / "mine.toml").write_text(entry)
    with pytest.raises(KolodaError, match=message):
        read_table(str(tmp_path / "mine.toml"))


def test_a_compiler_that_cannot_work_counts_as_missing(
    programs: Programs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    proxy = tmp_path / "rustc"
    proxy.write_text("#!/bin/sh\necho 'error: no toolchain is installed' >&2\nexit 1\n")
    proxy.chmod(0o755)
    (tmp_path / "bot.rs").write_text("fn main() {}\n")
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(KolodaError, match="rustc is on the PATH but does not work: error: no toolchain"):
        programs.make(str(tmp_path / "bot.rs"))

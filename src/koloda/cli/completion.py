"""`koloda completion`: a script that lets the Tab key complete koloda's commands in a shell.

The script is made from the tree of argparse and asks nobody when Tab is pressed, so it answers at once; games
that are installed later appear when it is made again.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

HELP = "a script that completes commands, options and games with the Tab key"
EXAMPLES = (
    "koloda completion zsh > ~/.zfunc/_koloda       ~/.zfunc in $fpath, before compinit",
    "koloda completion fish > ~/.config/fish/completions/koloda.fish",
    'eval "$(koloda completion bash)"               bash, in ~/.bashrc',
)
FILES = "FILE"
FOLDERS = "DIR"
FILE_WORDS = {"FILE", "PROGRAM", "SOURCE"}
BOTS = ("random", "heuristic", "easy", "normal", "hard", "expert", "master", "mcts", "cmd:")
AGAINST = ("auto", "easy", "normal", "hard", "expert", "master", "cmd:")  # in `koloda play`


@dataclass
class Option:
    flags: list[str]
    text: str
    takes: bool  # a value
    values: list[str]  # that it can have; [FILES] and [FOLDERS]: those of the disk


@dataclass
class Command:
    path: tuple[str, ...]
    text: str
    options: list[Option] = field(default_factory=list)
    words: list[str] = field(default_factory=list)  # arguments without a flag
    parts: dict[str, str] = field(default_factory=dict)  # commands below, with what they do


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=tuple(SHELLS), metavar="SHELL", help=", ".join(SHELLS))


def run(args: argparse.Namespace) -> int:
    from koloda.cli import parser

    print(SHELLS[args.shell](list(commands(parser()))), end="")
    return 0


def commands(
    parser: argparse.ArgumentParser, path: tuple[str, ...] = (), text: str = ""
) -> Iterator[Command]:
    """This command and all below it."""
    found = Command(path, text)
    below: list[Command] = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            texts = {choice.dest: choice.help or "" for choice in action._choices_actions}
            for name, inner in action.choices.items():
                said = texts.get(name, "").replace("%%", "%")
                found.parts[name] = said
                below += commands(inner, (*path, name), said)
        elif action.option_strings:
            takes = action.nargs != 0
            text_of = (action.help or "").replace("%%", "%")
            values = values_of(action) if takes else []
            found.options.append(Option(list(action.option_strings), text_of, takes, values))
        else:
            found.words += [value for value in values_of(action) if value not in found.words]
    yield found
    yield from below


def values_of(action: argparse.Action) -> list[str]:
    """What an argument can be, as far as that is known before it is typed."""
    from koloda.games import ids

    if action.choices is not None:
        return [str(choice) for choice in action.choices]
    word = action.metavar if isinstance(action.metavar, str) else ""
    if word in ("GAME", "ID"):
        return list(ids())
    if word == "BOT":
        return list(BOTS)
    if action.dest == "level":
        return list(AGAINST)
    return [FOLDERS] if word == "DIR" else [FILES] if word in FILE_WORDS else []


def plain(values: Sequence[str]) -> list[str]:
    return [value for value in values if value not in (FILES, FOLDERS)]


def quoted(text: str) -> str:
    """In single quotes, for any of the shells, on one line."""
    return "'" + re.sub(r"\s+", " ", text).replace("'", "’").replace("\\", "/") + "'"


def joined(path: Sequence[str]) -> str:
    return " ".join(path)


def listing(words: Sequence[str]) -> str:
    """Words a line each, as bash writes it: names of files have spaces in them."""
    return "$'" + "\\n".join(words) + "'"


def bash(tree: list[Command]) -> str:
    """One function; `words` become the path of the command, and a table says what can follow."""
    below = "|".join(f'"{joined((*each.path, part))}"' for each in tree for part in each.parts)
    cases: list[str] = []
    values: list[str] = []
    for each in tree:
        flags = [flag for option in each.options for flag in option.flags]
        cases.append(f'    "{joined(each.path)}")')
        cases.append(f"        flags={listing(flags)}")
        cases.append(f"        words={listing([*each.parts, *plain(each.words)])}")
        cases.append(
            f"        files={'f' if FILES in each.words else 'd' if FOLDERS in each.words else ''} ;;"
        )
        for option in each.options:
            if option.takes:
                pattern = "|".join(f'"{joined(each.path)} {flag}"' for flag in option.flags)
                kind = "-f" if FILES in option.values else "-d" if FOLDERS in option.values else ""
                listed = f"-W {listing(plain(option.values))}" if plain(option.values) else kind
                made = f'COMPREPLY=($(compgen {listed} -- "$word"))' if listed else "COMPREPLY=()"
                values.append(f"    {pattern}) {made}; return ;;")
    return f"""# bash completion of koloda, made by `koloda completion bash`
_koloda() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
    local path='' flags='' words='' files='' i IFS=$'\\n'
    for ((i = 1; i < COMP_CWORD; i++)); do
        case "${{path:+$path }}${{COMP_WORDS[i]}}" in
        {below}) path="${{path:+$path }}${{COMP_WORDS[i]}}" ;;
        esac
    done
    compopt -o filenames 2>/dev/null
    case "$path $before" in
{chr(10).join(values)}
    esac
    case "$path" in
{chr(10).join(cases)}
    esac
    if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$flags" -- "$word"))
    else
        COMPREPLY=($(compgen -W "$words" ${{files:+-$files}} -- "$word"))
    fi
}}
complete -F _koloda koloda
"""


def zsh(tree: list[Command]) -> str:
    functions: list[str] = []
    for each in tree:
        lines = [
            f"    {quoted(zsh_option(option, flag))} \\" for option in each.options for flag in option.flags
        ]
        if each.parts:
            listed = "\n".join(
                f"        {quoted(f'{name}:{text}'.replace('[', '(').replace(']', ')'))}"
                for name, text in each.parts.items()
            )
            calls = "\n".join(f"        {name}) {zsh_name((*each.path, name))} ;;" for name in each.parts)
            functions.append(f"""{zsh_name(each.path)}() {{
    local curcontext=$curcontext line state
    local -a below=(
{listed}
    )
    _arguments -C \\
{chr(10).join(lines)}
    '1: :->below' '*:: :->rest'
    case $state in
    below) _describe command below ;;
    rest)
        case $line[1] in
{calls}
        esac ;;
    esac
}}
""")
        else:
            rest = zsh_values(each.words)
            functions.append(f"""{zsh_name(each.path)}() {{
    _arguments \\
{chr(10).join(lines)}
    {quoted(f"*:argument:{rest}")}
}}
""")
    return (
        "#compdef koloda\n# zsh completion of koloda, made by `koloda completion zsh`\n"
        + "\n".join(functions)
        + '\nif [ "$funcstack[1]" = _koloda ]; then _koloda "$@"; else compdef _koloda koloda; fi\n'
    )


def zsh_name(path: Sequence[str]) -> str:
    return "_".join(("_koloda", *path)).replace("-", "_")


def zsh_option(option: Option, flag: str) -> str:
    text = re.sub(r"[\[\]:]", " ", option.text)
    value = f":value:{zsh_values(option.values)}" if option.takes else ""
    return f"{flag}[{text}]{value}"


def zsh_values(values: Sequence[str]) -> str:
    listed = " ".join(value.replace(":", "\\:") for value in plain(values))
    files = "_files" if FILES in values else "_files -/" if FOLDERS in values else ""
    return f"({listed})" if listed else files or " "


def fish(tree: list[Command]) -> str:
    lines = ["# fish completion of koloda, made by `koloda completion fish`", "complete -c koloda -f"]
    for each in tree:
        here = fish_condition(each)
        for name, text in each.parts.items():
            lines.append(f"complete -c koloda -n {quoted(here)} -a {name} -d {quoted(text)}")
        if plain(each.words):
            lines.append(f"complete -c koloda -n {quoted(here)} -a {quoted(joined(plain(each.words)))}")
        if FILES in each.words or FOLDERS in each.words:
            lines.append(f"complete -c koloda -n {quoted(here)} -F")
        for option in each.options:
            flags = " ".join(
                f"-l {flag[2:]}" if flag[1] == "-" else f"-s {flag[1:]}" for flag in option.flags
            )
            line = f"complete -c koloda -n {quoted(here)} {flags} -d {quoted(option.text)}"
            if option.takes:
                values = plain(option.values)
                disk = FILES in option.values or FOLDERS in option.values
                line += f" -x -a {quoted(joined(values))}" if values else " -r -F" if disk else " -x"
            lines.append(line)
    return "\n".join(lines) + "\n"


def fish_condition(command: Command) -> str:
    """In this command, and in none below it."""
    inside = [f"__fish_seen_subcommand_from {name}" for name in command.path]
    if command.parts:
        inside.append(f"not __fish_seen_subcommand_from {joined(list(command.parts))}")
    return "; and ".join(inside) or "true"


SHELLS = {"bash": bash, "zsh": zsh, "fish": fish}

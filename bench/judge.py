"""What the judge costs: its own time for each line that it sends, and games a minute.

    python bench/judge.py [--games 50] [--sandbox auto|none] [--jobs 2] [--minute 200]

Four copies of a trivial C program play; waiting for their answers does not count. Medians over the games, and
CPU time besides, so that the figures mean something on a busy machine.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import tempfile
import time
from pathlib import Path

from koloda.arena.contest.referee import Conditions, Referee
from koloda.arena.contest.tournament import Plan, Work, play_all
from koloda.arena.programs.making import Programs
from koloda.arena.programs.program import Program
from koloda.arena.programs.sandbox import Sandbox, choose

# leads its cards in the order it got them, never beats, never adds: the cards it takes it need not know
TRIVIAL = r"""
#include <stdio.h>
#include <string.h>
static char hand[64][3];
int main(void) {
    char line[64], card[3];
    int first = 0, count = 0, player;
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "give %d %2s", &player, card) == 2 && player == 1)
            strcpy(hand[count++], card);
        else if (!strncmp(line, "MOVE", 4))
            puts(first < count ? hand[first++] : "NO"), fflush(stdout);
        else if (line[0] < 'a')
            puts("NO"), fflush(stdout);
    }
}
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--sandbox", choices=("auto", "none"), default="auto")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--minute", type=int, default=200, help="games for the second figure")
    arguments = parser.parse_args()
    sandbox, _ = choose(arguments.sandbox, sure=True)
    plan = Plan(("a", "b"), arguments.games, 1, Conditions())
    overhead, cpu, whole, lines = [], [], [], 0
    with tempfile.TemporaryDirectory() as folder, Programs(sandbox) as programs:
        source = Path(folder) / "trivial.c"
        source.write_text(TRIVIAL)
        program = programs.make(str(source))
        for number in range(1, arguments.games + 1):
            began = time.perf_counter()
            referee = Referee(plan.deal(number), [program] * 4, Conditions(), sandbox)
            try:
                referee.start()
                start, used = time.perf_counter(), time.process_time()
                referee.talk()
                talked, used = time.perf_counter() - start, time.process_time() - used
                referee.watch.finish()
            finally:
                referee.watch.kill()
            whole.append(time.perf_counter() - began)
            sent = sum(entry[0] == ">" for seat in referee.played.lines for entry in seat)
            lines += sent
            cpu.append(used / sent)
            overhead.append((talked - sum(clock.used for clock in referee.clocks)) / sent)
        minute(program, sandbox, arguments.minute, arguments.jobs)
    print(f"{sandbox.description}; {arguments.games} games, {lines / arguments.games:.0f} lines each")
    print(
        f"the judge's own time for a line: {statistics.median(overhead) * 1e6:.1f} us, of it CPU time "
        f"{statistics.median(cpu) * 1e6:.1f} us (medians)"
    )
    print(f"a whole game with its four processes: {statistics.median(whole) * 1e3:.1f} ms (median)")


def minute(program: Program, sandbox: Sandbox, games: int, jobs: int) -> None:
    """Whole games, several at once, as a tournament plays them."""
    plan = Plan(("a", "b"), games, 1, Conditions())
    work = Work(plan, (program, program), sandbox)
    before, start = processor(), time.perf_counter()
    repeated = sum(len(outcome.repeated) for outcome in play_all(work, plan.schedule(), jobs))
    seconds, cpu = time.perf_counter() - start, processor() - before
    print(f"{games} games with {jobs} jobs: {games / seconds * 60:.0f} a minute, {repeated} played again")
    idle = jobs * 60 * games / cpu
    print(f"{cpu / games * 1e3:.1f} ms of CPU time for each: {idle:.0f} a minute on idle processors")


def processor() -> float:
    """CPU seconds of this process and of all that it has waited for."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


main()

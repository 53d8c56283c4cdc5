/**
 * A gesture that stands for several decisions, carried out one by one as the game asks for them.
 *
 * The game decides, not the plan: a step that is not legal when its time comes ends the plan, and the person goes on by
 * hand. While others are to act, the plan waits.
 */
import type { Legal } from '../lib/wire';

export class Plan {
  steps: string[] = $state([]);
  #answered: Legal[] | null = null; // one answer to each question, however often the page looks
  #waited = false; // nothing was asked since then

  get busy(): boolean {
    return this.steps.length > 0;
  }

  /** Begin with what is asked now and go on with the rest later. */
  begin(steps: string[], legal: Legal[], act: (a: string) => void): void {
    this.steps = [...steps];
    this.#answered = null;
    this.#waited = false;
    this.follow(legal, act);
  }

  /** One more step at the end. */
  add(step: string, legal: Legal[], act: (a: string) => void): void {
    this.steps.push(step);
    this.follow(legal, act);
  }

  drop(): void {
    this.steps = [];
    this.#waited = false;
  }

  /** To be called with every update. */
  follow(legal: Legal[], act: (a: string) => void): void {
    const next = this.steps[0];
    if (next === undefined) return;
    if (legal === this.#answered) {
      if (this.#waited) this.drop(); // the same question again: the answer was not taken
      return;
    }
    this.#waited = legal.length === 0;
    if (this.#waited) return;
    if (!legal.some(({ a }) => a === next)) {
      this.drop();
      return;
    }
    this.#answered = legal;
    this.#waited = false;
    this.steps = this.steps.slice(1);
    act(next);
  }
}

/** The parts of a table come one after the other when it opens: all of them at once would be a long task. */
import { afterFrame, still } from './motion';

/** How many parts are shown by now; called while a component is made. */
export function appearing(parts: number): () => number {
  let shown = $state(still() ? parts : 1);
  $effect(() => {
    if (shown < parts) return afterFrame(() => (shown += 1));
  });
  return () => shown;
}

/** Pages by the part of the address after #: works with every server that can hand out one file. */
export type Route = { page: string; args: string[]; query: URLSearchParams };

/** Signs that cannot be read lead nowhere, that is to the lobby. */
function decoded(parts: string[]): string[] {
  try {
    return parts.map(decodeURIComponent);
  } catch {
    return [];
  }
}

export function parse(hash: string): Route {
  const [path, query] = hash.replace(/^#?\/?/, '').split('?');
  const [page, ...args] = decoded((path ?? '').split('/'));
  return { page: page || 'lobby', args: args.filter(Boolean), query: new URLSearchParams(query ?? '') };
}

let current = $state.raw<Route>(parse(location.hash));

addEventListener('hashchange', () => {
  current = parse(location.hash);
  scrollTo(0, 0);
});

export const route = (): Route => current;

/** The first argument of a page; a page that is still shown while the next one loads keeps its own. */
export function argument(page: string): () => string {
  let kept = '';
  const now = $derived(current.page === page ? (kept = current.args[0] ?? '') : kept);
  return () => now;
}

export function go(path: string): void {
  location.hash = path;
}

/** Change the address without a new entry in the history. */
export function replace(path: string): void {
  history.replaceState(null, '', path);
  current = parse(location.hash);
}

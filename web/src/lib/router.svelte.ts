/** Pages by the part of the address after #: works with every server that can hand out one file. */
export type Route = { page: string; args: string[]; query: URLSearchParams };

export function parse(hash: string): Route {
  const [path, query] = hash.replace(/^#?\/?/, '').split('?');
  const [page, ...args] = (path ?? '').split('/').map(decodeURIComponent);
  return { page: page || 'lobby', args: args.filter(Boolean), query: new URLSearchParams(query ?? '') };
}

let current = $state.raw<Route>(parse(location.hash));

addEventListener('hashchange', () => {
  current = parse(location.hash);
  scrollTo(0, 0);
});

export const route = (): Route => current;

export function go(path: string): void {
  location.hash = path;
}

/** Change the address without a new entry in the history. */
export function replace(path: string): void {
  history.replaceState(null, '', path);
  current = parse(location.hash);
}

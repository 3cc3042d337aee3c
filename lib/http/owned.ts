const PREFIXES = /^\/(payment|manage|house|sandbox|healthz|readyz|metrics)(\/|$)/;
const PATHS = /^\/(openapi\.json|pay\/[^/]+\/state)$/;

/** The prefixes and paths that are the front server's alone, never Next's: what is no route there is a JSON 404. */
export function isOwned(pathname: string): boolean {
  return PREFIXES.test(pathname) || PATHS.test(pathname);
}

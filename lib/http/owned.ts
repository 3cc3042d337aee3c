/** The prefixes that are the front server's alone, never Next's: what is no route there is a JSON 404. */
export function isOwned(pathname: string): boolean {
  return /^\/(payment|manage|house|sandbox|healthz|readyz|metrics)(\/|$)/.test(pathname);
}

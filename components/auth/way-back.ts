const SIGN_IN_PAGES = ["/sign-in", "/enrol", "/api/"];

/** Where a sign-in may lead: a path of our own, never another origin. Anything else leads to the desk. */
export function wayBack(target: string | null | undefined, origin: string): string {
  const home = "/";
  const path = ownPath(target, origin);
  return path === undefined || SIGN_IN_PAGES.some((page) => path.startsWith(page)) ? home : path;
}

/** The path and query of an address of our own; undefined for any other, and for what is none. */
export function ownPath(target: unknown, origin: string): string | undefined {
  if (typeof target !== "string" || target === "") return undefined;
  const url = URL.parse(target, origin);
  if (!url || url.origin !== origin) return undefined;
  const path = url.pathname + url.search;
  // Dot segments are gone by now: what stood behind them may look like a host (`/.//host`) when it is read once more.
  return path.startsWith("//") || URL.parse(path, origin)?.href !== origin + path ? undefined : path;
}

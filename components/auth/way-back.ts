const DOORS = ["/sign-in", "/enrol", "/api/"];

/** Where a sign-in may lead: a path of our own, never another origin. Anything else leads to the desk. */
export function wayBack(asked: string | null | undefined, origin: string): string {
  const home = "/";
  const path = ownPath(asked, origin);
  return path === undefined || DOORS.some((door) => path.startsWith(door)) ? home : path;
}

/** The path and query of an address of our own; undefined for any other, and for what is none. */
export function ownPath(asked: unknown, origin: string): string | undefined {
  if (typeof asked !== "string" || asked === "") return undefined;
  const url = URL.parse(asked, origin);
  if (!url || url.origin !== origin) return undefined;
  const path = url.pathname + url.search;
  // Dot segments are gone by now: what stood behind them may look like a host (`/.//host`) when it is read once more.
  return path.startsWith("//") || URL.parse(path, origin)?.href !== origin + path ? undefined : path;
}

const DOORS = ["/sign-in", "/enrol", "/api/"];

/** Where a sign-in may lead: a path of our own, never another origin. Anything else leads to the desk. */
export function wayBack(asked: string | null | undefined, origin: string): string {
  const home = "/";
  if (!asked) return home;
  let url: URL;
  try {
    url = new URL(asked, origin);
  } catch {
    return home;
  }
  if (url.origin !== origin || DOORS.some((door) => url.pathname.startsWith(door))) return home;
  return url.pathname + url.search;
}

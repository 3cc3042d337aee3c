const DOORS = ["/sign-in", "/enrol", "/api/"];

/** Where a sign-in may lead: a path of our own, never another origin. Anything else leads to the desk. */
export function wayBack(asked: string | null | undefined, origin: string): string {
  const home = "/";
  if (!asked) return home;
  const url = URL.parse(asked, origin);
  if (url?.origin !== origin || DOORS.some((door) => url.pathname.startsWith(door))) return home;
  const way = url.pathname + url.search;
  // A path may begin like another host: what is handed on must still be ours when it is read again.
  return URL.parse(way, origin)?.origin === origin ? way : home;
}

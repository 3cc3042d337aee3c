/** A place, as `Asia/Kolkata`: not what counts hours alone, such as `Etc/GMT+3`. */
const PLACE = /^(?!Etc\/)[A-Z][\w+-]*(?:\/[A-Z][\w+-]*)+$/;

/**
 * `UTC`, or a place of the IANA time zone database, by the name that it has there or one that it had before: of
 * `Asia/Kolkata` and `Asia/Calcutta` Intl lists one alone, and not each browser the same one as this process.
 */
export function isTimeZone(name: string): boolean {
  if (name === "UTC") return true;
  if (!PLACE.test(name)) return false;
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
    // Intl reads any case, PostgreSQL the very one.
    return timeZone === name || timeZone.toLowerCase() !== name.toLowerCase();
  } catch {
    return false;
  }
}

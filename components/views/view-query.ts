/** What opens a record or a panel is no part of a view. */
const PASSING = ["open", "invoice", "new"];

/** The address of a list as a view keeps it: in one order, without what is open. */
export function viewQuery(params: URLSearchParams): string {
  const lasting = [...params].filter(([name, value]) => !PASSING.includes(name) && value !== "");
  return new URLSearchParams(lasting.sort(([a], [b]) => (a < b ? -1 : 1))).toString();
}

import { changedColumns, type Change, type Row } from "./rows.ts";

/** What the neighbour's own time brings about: its bills expire and are told, its files and its log age. */
export type Snapshot = {
  /** Business clock and wall clock, epoch milliseconds. */
  business: number;
  wall: number;
  /** Where its receiver listens in this world. */
  url: string;
  /** The key with which its answers are read again. */
  readerKeyId: string;
  /** Sequence numbers of its own events. */
  events: ReadonlySet<number>;
  bills: ReadonlyMap<string, Row>;
  exports: ReadonlyMap<string, Row>;
};

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

type Rule = (change: Change, snapshot: Snapshot) => boolean;

const timeOf = (row: Row | undefined, column: string): number => Date.parse(String(row?.[column]));
const onlyChanged = ({ before, after }: Change, ...columns: string[]): boolean =>
  before !== undefined && after !== undefined && changedColumns(before, after).every((name) => columns.includes(name));
const wentAfter =
  (column: string, ms: number): Rule =>
  ({ before, after }, { wall }) =>
    after === undefined && timeOf(before, column) < wall - ms;

const isRead: Rule = ({ before, after }, { readerKeyId }) => (after ?? before)?.["key_id"] === readerKeyId;

const hasExpired = (row: Row | undefined, { business }: Snapshot): boolean => timeOf(row, "expires_at") < business;

/** Of an own event to an own endpoint; whose the endpoint is, is known from where the row was found. */
const isOwnDelivery: Rule = ({ before, after }, { events }) => events.has(Number((after ?? before)?.["event_seq"]));

/** What is told of a bill whose time is over. */
const ENDS = new Set(["payment.expired", "payment.underpaid"]);

/** What a bill promises ends with its time. */
const PROMISE = ["promised_units", "promised_fiat_units", "promise_due_at"];

const RULES: Readonly<Record<string, Rule>> = {
  api_key: (change, { readerKeyId }) =>
    change.after?.["id"] === readerKeyId && (change.before === undefined || onlyChanged(change, "last_used_at")),
  bill: (change, snapshot) =>
    onlyChanged(change, "expiry_told", "completion_told", "updated_at", ...PROMISE) &&
    hasExpired(change.after, snapshot),
  event: ({ before, after }, snapshot) => {
    const bill = snapshot.bills.get(String(after?.["object_id"]));
    return (
      before === undefined && ENDS.has(String(after?.["type"])) && bill !== undefined && hasExpired(bill, snapshot)
    );
  },
  export_job: (change, snapshot) => onlyChanged(change, "status", "bytes") && hasExpired(change.after, snapshot),
  export_part: ({ before, after }, snapshot) =>
    after === undefined && hasExpired(snapshot.exports.get(String(before?.["job_id"])), snapshot),
  idempotency: wentAfter("claimed_at", DAY_MS),
  nonce: (change, snapshot) => isRead(change, snapshot) || wentAfter("used_at", MINUTE_MS)(change, snapshot),
  // Whoever's postings make a range, it sums up everybody's; the check of the books counts them again.
  posting_range_sum: ({ before, after }) => before === undefined || after === undefined,
  // Sums of what the bills say, folded by the worker; the check of the books counts them again.
  bill_amount_day: () => true,
  bill_day: () => true,
  delivery_day: () => true,
  promise_delta: () => true,
  promise_sum: () => true,
  // Unlogged: PostgreSQL empties it when it starts after a crash.
  rate_budget: (change, snapshot) => change.after === undefined || isRead(change, snapshot),
  request_log: (change, snapshot) => isRead(change, snapshot) || wentAfter("at", 13 * DAY_MS)(change, snapshot),
  webhook_attempt: ({ before }) => before === undefined,
  webhook_delivery: isOwnDelivery,
  webhook_endpoint: (change, { url }) => onlyChanged(change, "url") && change.after?.["url"] === url,
};

/** Whether a change is the neighbour's own doing, or what the clocks alone do to its records. */
export function isOwnDoing(change: Change, snapshot: Snapshot): boolean {
  return RULES[change.table]?.(change, snapshot) ?? false;
}

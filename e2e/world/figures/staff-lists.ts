import { filterWords } from "#components/exports/filter-words.ts";
import { fileName } from "#lib/exports/export-facts.ts";
import { type Hand, moment, wordless } from "./amounts.ts";
import { add, addText, type Figure, figuresOf, type Sheet } from "./figures.ts";
import type { Hands } from "./hands.ts";

type Read = { hands: Hands; now: number; hand: Hand };
const instant = (value: unknown): number => new Date(value as string).getTime();

const LOADED = 50;
/** The newest events for the account's endpoint, how often each was tried, and how the last try went. */
const DELIVERIES = `select d.next_at, d.created_at, e.id as event, e.type, e.sequence,
    (select count(*)::int from webhook_attempt t where t.delivery_id = d.id) as tries,
    (select t.duration_ms from webhook_attempt t where t.delivery_id = d.id order by t.at desc, t.id desc limit 1) as took
  from webhook_delivery d join event e on e.seq = d.event_seq join webhook_endpoint w on w.id = d.endpoint_id
  where w.deleted_at is null and e.account_id = (select id from account where name = 'demo') order by d.event_seq desc limit ${LOADED}`;

/** The deliveries of the endpoint that nobody listens at. */
export async function deliveriesTable({ hands, now, hand }: Read): Promise<Sheet> {
  const sheet: Sheet = new Map();
  for (const { event, type, sequence, tries, took, next_at, created_at } of await hands.rows(DELIVERIES)) {
    const row = ` | [${type} no. ${sequence}${event}]`;
    add(sheet, `${row} Event`, `${sequence}`, event);
    if (took !== null) add(sheet, `${row} Last response`, `${hand.rate(`${took}`)} ms`);
    add(sheet, `${row} Attempts`, `${tries}`);
    if (next_at !== null) add(sheet, `${row} Next attempt`, ...moment(instant(next_at), now, hand));
    add(sheet, `${row} Created`, ...moment(instant(created_at), now, hand));
    add(sheet, ` | named Resend ${type} no.#`, `${sequence}`);
  }
  return sheet;
}

/** Files as their bytes lie there, and how many records each list had then, from the instant that was asked for. */
const FILES = `select j.*, (select sum(octet_length(p.content)) from export_part p where p.job_id = j.id)::text as size, (case j.list
      when 'payments' then (select count(*) from bill b where b.account_id = j.account_id and b.created_at <= j.created_at)
      when 'conversions' then (select count(*) from conversion c where c.account_id = j.account_id and c.created_at <= j.created_at)
      else (select count(*) from posting q join ledger_account l on l.id = q.ledger_account_id
        join ledger_transaction t on t.id = q.transaction_id where l.account_id = j.account_id and t.at <= j.created_at)
    end)::text as records
  from export_job j join account a on a.id = j.account_id where a.name = 'demo' order by j.created_at desc, j.id desc`;

const UNITS = ["B", "kB", "MB"];

/** So many bytes in their largest unit, with one decimal where it is not nothing. */
function sizeOf(bytes: bigint): string[] {
  let [step, tenths] = [0, bytes * 10n];
  while (tenths >= 10_000n) {
    step += 1;
    tenths = (bytes * 10n + 1000n ** BigInt(step) / 2n) / 1000n ** BigInt(step);
  }
  const [whole, tenth] = [tenths / 10n, tenths % 10n];
  return figuresOf(`${whole}${tenth === 0n ? "" : `.${tenth}`} ${UNITS[step]}`);
}

const RETAINED_MS = 7 * 86_400_000;

/** Every file that was asked for: its records, its size, and until when it is kept. */
export async function exportsPage({ hands, now, hand }: Read): Promise<Sheet> {
  const sheet: Sheet = new Map();
  for (const { list, format, filter, created_at, finished_at, size, records } of await hands.rows(FILES)) {
    const name = fileName({ list, format, createdAt: instant(created_at) });
    const row = `Exports | [${name}]`;
    addText(sheet, `${row} File`, name);
    addText(sheet, `${row} Filter`, filterWords({ list, filter: JSON.parse(filter).filter }, "utc"));
    add(sheet, `${row} Rows`, hand.rate(records));
    add(sheet, `${row} Size`, ...sizeOf(BigInt(size)));
    add(sheet, `${row} Requested`, ...moment(instant(created_at), now, hand));
    add(sheet, `${row} Kept until`, ...moment(instant(finished_at) + RETAINED_MS, now, hand));
    for (const command of ["Download", "Remove"])
      addText(sheet, `Exports | named ${wordless(`${command} ${name}`)}`, name);
  }
  return sheet;
}

const SESSIONS = `select s.*, u.name, u.email from staff_session s join staff_user u on u.id = s.user_id
  where s.revoked_at is null and s.expires_at > clock_timestamp() order by s.created_at desc, s.id desc`;

/** A session is seen again while its page is read: what is shown is the last time, or one shortly before. */
function seenAt(at: number, now: number, hand: Hand): Figure[] {
  const earlier = Array.from({ length: 180 }, (_, seconds) => moment(at - seconds * 1000, now, hand));
  return moment(at, now, hand).map((named, place) => ({
    named,
    holds: (token) => earlier.some((one) => one[place] === token),
  }));
}

/** Where the person who looks is signed in: in this world nowhere else. */
export async function accountPage({ hands, now, hand }: Read): Promise<Sheet> {
  const sheet: Sheet = new Map();
  for (const { client_address, created_at, seen_at } of await hands.rows(SESSIONS)) {
    const row = " | [Chrome, Linuxthis one]";
    addText(sheet, `${row} Address`, client_address);
    add(sheet, `${row} Since`, ...moment(instant(created_at), now, hand));
    add(sheet, `${row} Last seen`, ...seenAt(instant(seen_at), now, hand));
  }
  return sheet;
}

/** The people of the account with their last sign-in, and where each is signed in. */
export async function peoplePage({ hands, now, hand }: Read): Promise<Sheet> {
  const sheet: Sheet = new Map([["Settings | ", ["1"]]]);
  const sessions = await hands.rows(SESSIONS);
  for (const { name, email, created_at } of sessions)
    add(sheet, `People | [${name} you ${email}] Last sign-in`, ...moment(instant(created_at), now, hand));
  for (const { name, client_address, created_at, seen_at } of sessions) {
    const row = `Sessions > Sessions of people | [${name}]`;
    addText(sheet, `${row} Address`, client_address);
    add(sheet, `${row} Since`, ...moment(instant(created_at), now, hand));
    add(sheet, `${row} Last seen`, ...seenAt(instant(seen_at), now, hand));
  }
  return sheet;
}

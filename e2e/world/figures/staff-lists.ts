import { type Hand, moment } from "./amounts.ts";
import { add, addText, type Figure, type Sheet } from "./figures.ts";
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

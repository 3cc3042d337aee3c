import { type Hand, moment, wordless } from "./amounts.ts";
import { add, addText, figuresOf, type Sheet } from "./figures.ts";
import type { Hands } from "./hands.ts";

type Read = { hands: Hands; now: number; hand: Hand };
const instant = (value: unknown): number => new Date(value as string).getTime();

const LOADED = 100;
const OF_ACCOUNT = "from request_log r join account a on a.id = r.account_id where a.name = 'demo'";
/** Calls that programs made to the account, the newest first. */
const CALLS = `select r.* ${OF_ACCOUNT} and r.key_id is not null order by r.id desc limit ${LOADED}`;
/** Refused and failed calls of a day, those that say the same as one; not what a person's page left before its answer. */
const FAILURES = `select r.method, r.route, r.status, r.code, r.message, count(*)::int as count, max(r.at) as last ${OF_ACCOUNT}
  and r.status >= 400 and (r.key_id is not null or r.code is distinct from 'REQUEST_TIMEOUT') and r.at >= clock_timestamp() - interval '1 day' group by 1, 2, 3, 4, 5 order by count desc, last desc`;

/** The calls of an account, and above them what was refused or failed, each kind once. */
export async function requestsTab({ hands, now, hand }: Read): Promise<Sheet> {
  // How long calls are kept, and whose failures stand above them.
  const sheet: Sheet = new Map([
    ["Developers | heading", ["24"]],
    [" | ", ["14"]],
  ]);
  for (const { method, route, status, code, message, count, last } of await hands.rows(FAILURES)) {
    const [text, at] = [`${status} ${code} ${method} ${route}${message}`, moment(instant(last), now, hand)];
    add(sheet, ` | button ${wordless(`${count}${text}${at.join(" ")}`)}`, `${count}`, ...figuresOf(text), ...at);
  }
  for (const call of await hands.rows(CALLS)) {
    const row = `Requests | [${call["method"]}${call["target"]}]`;
    add(sheet, `${row} Time`, ...moment(instant(call["at"]), now, hand));
    add(sheet, `${row} Status`, `${call["status"]}`);
    addText(sheet, `${row} Call`, `${call["method"]} ${call["target"]}`);
    add(sheet, `${row} Took`, `${hand.rate(String(call["ms"]))} ms`);
    addText(sheet, `${row} Caller`, String(call["caller"]).replace(/^\w+:/, ""));
    add(sheet, `${row} Request`, ...figuresOf(call["id"]));
  }
  return sheet;
}

/** The newest call that sent a body under a key of its own and was about a record, with all that is kept of it. */
const WHOLE = `select r.* ${OF_ACCOUNT} and r.idempotency_key is not null and r.object_id is not null and r.body is not null
  order by r.id desc limit 1`;
type Call = Record<"id" | "target" | "client_address" | "idempotency_key" | "object_id" | "body" | "answer", string>;
export const readCall = async ({ rows }: Hands): Promise<Call> => (await rows<Call>(WHOLE))[0] as Call;

/** What opens beneath a call. */
export function requestDetail(call: Call): Sheet {
  const sheet: Sheet = new Map();
  addText(sheet, " | Sent to", call.target);
  addText(sheet, " | From address", call.client_address);
  addText(sheet, " | Idempotency-Key", call.idempotency_key);
  addText(sheet, " | Object", call.object_id);
  addText(sheet, " | ", `${call.body} ${call.answer}`);
  return sheet;
}

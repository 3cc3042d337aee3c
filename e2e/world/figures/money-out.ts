import type pg from "pg";
import { type Hand, moment, symbolOf } from "./amounts.ts";
import { worth } from "./books.ts";
import { add, addText, type Figure, type Sheet } from "./figures.ts";
import type { Hands } from "./hands.ts";

type Row = pg.QueryResultRow;

/** A payout as its row has it, and what the postings say it has reserved. */
export type Payout = {
  id: string;
  asset: string;
  units: bigint;
  reserved: bigint;
  beneficiary: string | null;
  place: string | null;
  reference: string;
  bankReference: string | null;
  askedAt: number;
  approvedAt: number | null;
  endedAt: number | null;
  endToEnd: string | null;
  askedBy: string;
  status: string;
};

const instant = (value: unknown): number | null => (value === null ? null : new Date(value as string).getTime());

/** Every payout of the demo account, newest first. */
export async function readPayouts({ rows }: Hands): Promise<Payout[]> {
  const found = await rows(`select p.*, b.name as beneficiary, coalesce(b.iban, b.address) as place,
      coalesce((select sum(q.amount) from posting q join ledger_transaction t on t.id = q.transaction_id
        join ledger_account l on l.id = q.ledger_account_id
        where split_part(t.effect_key, ':', 2) = p.id::text and l.code like 'acc:%:reserved'), 0)::text as reserved
    from payout p join account a on a.id = p.account_id left join beneficiary b on b.id = p.beneficiary_id
    where a.name = 'demo' order by p.recorded_at desc, p.id desc`);
  return found.map((row) => ({
    id: row["id"],
    asset: row["asset"],
    units: BigInt(row["quantity_units"]),
    reserved: BigInt(row["reserved"]),
    beneficiary: row["beneficiary"],
    place: row["place"],
    reference: row["reference"],
    bankReference: row["bank_reference"],
    askedAt: instant(row["recorded_at"]) ?? 0,
    approvedAt: instant(row["approved_at"]),
    endedAt: instant(row["ended_at"]),
    endToEnd: row["file_id"] === null ? null : String(row["id"]).replaceAll("-", ""),
    askedBy: row["recorded_by"],
    status: row["status"],
  }));
}

const receiverOf = ({ beneficiary }: Payout): string => beneficiary ?? "outside this system";

/** The list of payouts: every row, and the sum of what is reserved by the postings. */
export function payoutsList(payouts: readonly Payout[], now: number, hand: Hand): Sheet {
  const sheet: Sheet = new Map();
  for (const payout of payouts) {
    const row = `Payouts | [${receiverOf(payout)}]`;
    add(sheet, `${row} Requested`, ...moment(payout.askedAt, now, hand));
    add(sheet, `${row} Amount`, hand.money(payout.units, payout.asset));
    addText(sheet, `${row} Reference`, payout.reference);
  }
  // Said of the table, and of its sums.
  add(sheet, "Payouts | ", `${payouts.length}`, `${payouts.length}`);
  for (const [asset, of] of Map.groupBy(payouts, (one) => one.asset)) {
    const reserved = of.reduce((sum, one) => sum + one.reserved, 0n);
    if (reserved !== 0n) add(sheet, "Payouts | ", hand.sum(reserved, asset));
  }
  return sheet;
}

/** The drawer of one. */
export function payoutDrawer(payout: Payout, now: number, hand: Hand): Sheet {
  const sheet: Sheet = new Map();
  const fact = (section: string, name: string, ...figures: Figure[]) => add(sheet, `${section} | ${name}`, ...figures);
  const at = (value: number | null): string[] => (value === null ? [] : moment(value, now, hand));
  const isFiat = /^[A-Z]{3}$/.test(payout.asset) && !["BTC", "BCH"].includes(payout.asset);
  add(sheet, " | heading", (isFiat ? hand.sum : hand.bareSum)(payout.units, payout.asset));
  fact("Amount", "Beneficiary receives", hand.sum(payout.units, symbolOf(payout.asset)));
  if (payout.place) fact("Destination", "Address or account", payout.place);
  addText(sheet, "Details | Reference", payout.reference);
  if (payout.bankReference) addText(sheet, "Details | Bank reference", payout.bankReference);
  if (payout.endToEnd) fact("Details", "End-to-end id", payout.endToEnd);
  fact("Details", "Requested", ...at(payout.askedAt));
  fact("Details", "Approved", ...at(payout.approvedAt));
  fact("Details", "Ended", ...at(payout.endedAt));
  fact("Details", "Payout id", payout.id);
  return sheet;
}

export type Settlement = {
  id: string;
  reference: string;
  invoice: string | null;
  from: number;
  to: number;
  madeAt: number;
  /** What the account had available right before a moment, by the postings. */
  opening: bigint;
  closing: bigint;
  due: bigint;
  /** What came and went in the period by the event of the ledger, as so many movements. */
  byEvent: { event: string; units: bigint; count: number }[];
  /** What was withheld of each asset in the period, by the postings, with what it was withheld of. */
  fees: { kind: string; asset: string; units: bigint; count: number }[];
};

/** Every settlement of the demo account in euros; its sums are the postings'. */
export async function readSettlements({ rows }: Hands): Promise<Settlement[]> {
  const own = `from posting p join ledger_transaction t on t.id = p.transaction_id
    join ledger_account l on l.id = p.ledger_account_id
    where l.code = 'acc:' || s.account_id || ':available' and p.asset = s.currency`;
  const found = await rows(`select s.*, i.number as invoice,
      coalesce((select sum(p.amount) ${own} and t.at < s.period_from), 0)::text as before,
      coalesce((select sum(p.amount) ${own} and t.at < s.period_to), 0)::text as after,
      (select coalesce(json_agg(e), '[]') from (select t.event, sum(p.amount)::text as units, count(*)::int as count ${own}
        and t.at >= s.period_from and t.at < s.period_to group by t.event order by t.event) e) as by_event
    from settlement s join account a on a.id = s.account_id left join fee_invoice i on i.settlement_id = s.id
    where a.name = 'demo' order by s.id desc`);
  const [fills, withheld] = [await rows(FILLS), await rows(WITHHELD)];
  return found.map((row) => ({
    id: row["id"],
    fees: feesOf(
      fills.filter((one) => one["settlement"] === row["id"]),
      withheld.filter((one) => one["settlement"] === row["id"]),
    ),
    reference: row["reference"],
    invoice: row["invoice"],
    from: instant(row["period_from"]) ?? 0,
    to: instant(row["period_to"]) ?? 0,
    madeAt: instant(row["made_at"]) ?? 0,
    opening: BigInt(row["before"]),
    closing: BigInt(row["after"]),
    due: BigInt(row["due_units"]),
    byEvent: (row["by_event"] as { event: string; units: string; count: number }[]).map((one) => ({
      ...one,
      units: BigInt(one.units),
    })),
  }));
}

const SOLD = `from settlement s join ledger_transaction t on t.account_id = s.account_id and t.at >= s.period_from and t.at < s.period_to`;
/** What was sold into euros in the period of a settlement, with the bid that it was worth by. */
const FILLS = `select s.id as settlement, b.asset, (f.quantity_units - f.fee_units)::text as units, f.fiat_units::text as fiat,
    coalesce(f.price_inputs ->> 'bid', b.price_inputs ->> 'bid') as bid ${SOLD}
  join fill f on f.effect_key = t.effect_key join bill b on b.id = f.bill_id and b.fiat = s.currency where f.method <> 'MARKET'`;
/** What was posted as withheld of it. */
const WITHHELD = `select s.id as settlement, l.code, p.asset, sum(p.amount)::text as units, count(*)::int as count ${SOLD}
  join bill b on b.id = t.bill_id and b.fiat = s.currency join posting p on p.transaction_id = t.id
  join ledger_account l on l.id = p.ledger_account_id where l.code like 'house:fee:%' group by 1, 2, 3 order by 2, 3`;

/** The spread is what sales were worth at the bid beyond what was credited for them; each is rounded down. */
function feesOf(fills: readonly Row[], withheld: readonly Row[]): Settlement["fees"] {
  const spreads = fills
    .map(({ asset, units, fiat, bid }) => worth(BigInt(units), asset, bid, "EUR") - BigInt(fiat))
    .filter((units) => units !== 0n);
  const fees = withheld.map(({ code, asset, units, count }) => {
    const kind = code === "house:fee:service" ? "Explicit fee" : "Transaction fee";
    return { kind, asset, units: BigInt(units), count: Number(count) };
  });
  const spread = {
    kind: "Spread",
    asset: "EUR",
    units: spreads.reduce((sum, one) => sum + one, 0n),
    count: spreads.length,
  };
  return [...fees, ...(spreads.length > 0 ? [spread] : [])].toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
}

/** What the events of the ledger are called on a statement (rulebook 13.9). */
const KINDS: Readonly<Record<string, string>> = {
  "deposit.sold": "Converted",
  "payout.fiat": "Paid out",
  "payout.reserved": "Paid out",
  "payout.released": "Payouts returned",
  "payout.returned": "Payouts returned",
};

const YEAR = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

/** The list of settlements: what closed each period, and what is due. */
export function settlementsList(settlements: readonly Settlement[], hand: Hand): Sheet {
  const sheet: Sheet = new Map();
  for (const { reference, from, closing, due } of settlements) {
    addText(sheet, `Settlements | [${reference}] Period`, YEAR.format(from));
    addText(sheet, `Settlements | [${reference}] Settlement`, reference);
    add(sheet, `Settlements | [${reference}] Closing`, hand.money(closing, "EUR"));
    add(sheet, `Settlements | [${reference}] Due`, hand.money(due, "EUR"));
  }
  // Of these none is due or asked for.
  add(sheet, "Settlements | ", `${settlements.length}`, `${settlements.length}`, hand.sum(0n, "EUR"));
  return sheet;
}

/** The statement in a settlement's drawer: opening, each kind of movement, closing; nothing is held back or due here. */
export function settlementStatement({ opening, closing, due, byEvent }: Settlement, hand: Hand): Sheet {
  const sheet: Sheet = new Map();
  const fact = (name: string, ...figures: Figure[]) => add(sheet, `Statement | ${name}`, ...figures);
  fact("Opening", hand.sum(opening, "EUR"));
  for (const [kind, of] of Map.groupBy(byEvent, ({ event }) => KINDS[event] ?? event)) {
    const count = of.reduce((sum, one) => sum + one.count, 0);
    const units = of.reduce((sum, one) => sum + one.units, 0n);
    add(sheet, "Statement | ", `${count}`);
    fact(`${kind} (${count})`, `${hand.signed(units, "EUR")} EUR`);
  }
  fact("Closing", hand.sum(closing, "EUR"));
  fact("Reserve", hand.sum(0n, "EUR"));
  fact("Due", hand.sum(due, "EUR"));
  return sheet;
}

/** What was withheld in the period, by kind and asset. */
export function settlementFees({ fees }: Settlement, hand: Hand): Sheet {
  const sheet: Sheet = new Map();
  for (const { kind, asset, units, count } of fees) {
    add(sheet, "Fees | ", `${count}`);
    add(sheet, `Fees | ${kind} (${count})`, hand.sum(units, asset));
  }
  return sheet;
}

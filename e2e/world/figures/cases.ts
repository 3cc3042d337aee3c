import { type Bill, type Deposit, worth } from "./books.ts";
import { type Hand, moving, span, wordless } from "./amounts.ts";
import { add, addText, type Figure, figuresOf, type Sheet, unaccounted } from "./figures.ts";
import { balancesOf, type Movement } from "./accounts.ts";
import type { Hands } from "./hands.ts";
import { judge } from "./judge.ts";
import { because } from "./payment-drawer.ts";
import { BIDS, DEPOSIT_LIMIT } from "./states.ts";
import type { Trade } from "./trades.ts";

/** Something that waits for a person, found anew in bills, deposits, conversions, orders and balances. */
export type Case = {
  kind: string;
  subject: string;
  asset?: string;
  units?: bigint;
  /** In the fiat the page values in; what has no price there has none. */
  worth?: bigint;
  since: number;
  why: Figure[];
};

type Found = { bills: Bill[]; trades: Trade[]; movements: Movement[]; now: number; hand: Hand };
type Rows = {
  orders: { id: string; trade: string; asset: string; units: bigint; at: number }[];
  stale: Stale[];
  hooks: Hook[];
};
type Stale = { base: string; fiat: string; at: number };
type Hook = { id: string; url: string; waiting: number; since: number };

const KINDS = {
  held: "Deposit held",
  wrong: "Wrong asset",
  reversed: "Deposit reversed",
  owed: "Owed after a reversal",
  unknown: "Outcome unknown",
  failed: "Conversion failed",
  stale: "Price stale",
  hook: "Webhook failing",
  back: "To be refunded",
  late: "Late, held as crypto",
  limit: "Limit not met",
  under: "Underpaid",
  over: "Overpaid",
};

/** What ids of cases begin with; the page breaks a tie by them, downwards. */
const ID_STARTS: Readonly<Record<string, string>> = {
  [KINDS.held]: "held",
  [KINDS.wrong]: "wrong-asset",
  [KINDS.reversed]: "reversed",
  [KINDS.owed]: "owed",
  [KINDS.unknown]: "unknown-outcome",
  [KINDS.failed]: "failed",
  [KINDS.stale]: "stale-price",
  [KINDS.hook]: "webhook",
  [KINDS.back]: "to-return",
  [KINDS.late]: "late",
  [KINDS.limit]: "limit-not-met",
  [KINDS.under]: "underpaid",
  [KINDS.over]: "overpaid",
};

/** Every open case of the account, the dearest first, what has no value last. */
export async function readCases(hands: Hands, found: Found): Promise<Case[]> {
  const rows = await rowsOf(hands);
  const list = [
    ...found.bills.flatMap((bill) => [
      ...ofDeposits(bill, found),
      ...retainedCases(bill, found),
      ...ofAmount(bill, found),
    ]),
    ...ofTrades(found, rows),
    ...balancesOf(found.movements)
      .filter(({ owed }) => owed > 0n)
      .map((one) => owedCase(one.asset, one.owed, found)),
    ...rows.stale.map((one) => staleCase(one, found)),
    ...rows.hooks.map((one) => ({ kind: KINDS.hook, subject: one.id, since: one.since, why: hookWhy(one) })),
  ];
  return list
    .map(valued)
    .toSorted((a, b) => Number((b.worth ?? -1n) - (a.worth ?? -1n)) || (idOf(a) < idOf(b) ? 1 : -1));
}

const idOf = ({ kind, subject }: Case): string => `${ID_STARTS[kind]}-${subject}`;

async function rowsOf({ rows }: Hands): Promise<Rows> {
  const orders = await rows(
    "select id, conversion_id, asset, quantity_units::text as units, created_at from venue_order where status = 'OPEN' and last_error is not null",
  );
  const stale = await rows("select base, fiat, set_at from sandbox_price where stale");
  const hooks =
    await rows(`select w.id, w.url, w.failing_since, (select count(*)::int from webhook_delivery d where d.endpoint_id = w.id and d.next_at is not null) as waiting,
    (select min(e.at) from webhook_delivery d join event e on e.seq = d.event_seq where d.endpoint_id = w.id and d.next_at is not null) as oldest
    from webhook_endpoint w where w.failing_since <= business_now() - interval '10 min' and w.deleted_at is null`);
  const ms = (at: unknown) => new Date(at as string).getTime();
  return {
    orders: orders.map((row) => ({
      id: row["id"],
      trade: row["conversion_id"],
      asset: row["asset"],
      units: BigInt(row["units"]),
      at: ms(row["created_at"]),
    })),
    stale: stale.map((row) => ({ base: row["base"], fiat: row["fiat"], at: ms(row["set_at"]) })),
    hooks: hooks.map((row) => ({
      id: row["id"],
      url: row["url"],
      waiting: row["waiting"],
      since: Math.min(ms(row["failing_since"]), row["oldest"] === null ? Number.POSITIVE_INFINITY : ms(row["oldest"])),
    })),
  };
}

/** Deposits that are held, declined and not paid back, or taken back after they were credited. */
function ofDeposits(bill: Bill, { hand }: Found): Case[] {
  return bill.deposits.flatMap((one): Case[] => {
    const about = { subject: bill.id, asset: one.asset, since: one.updatedAt };
    const amount = [spoken(one.units, one.asset, hand)];
    if (one.status === "DROPPED" && one.wasCredited)
      return [{ ...about, kind: KINDS.reversed, units: one.units, why: amount }];
    if (pendingOf(one) === 0n) return [];
    const held = { ...about, units: pendingOf(one) };
    const why = because(bill, one, hand, DEPOSIT_LIMIT);
    if (one.wrongAsset)
      return [{ ...held, kind: KINDS.wrong, why: [...why, ...unaccounted(4, "where the wallet's key is")] }];
    if (one.status === "HELD") return [{ ...held, kind: KINDS.held, why }];
    return one.status === "DECLINED" ? [{ ...held, kind: KINDS.back, why: amount }] : [];
  });
}

/** What of a held or declined deposit is still with us; another asset's postings are its own. */
const pendingOf = (one: Deposit): bigint => (["HELD", "DECLINED"].includes(one.status) ? one.pending : 0n);

const RETAINED: Readonly<Record<string, string>> = { BILL_EXPIRED: KINDS.late, LIMIT_NOT_MET: KINDS.limit };

/** Crypto that was kept although its bill wanted it sold, as far as it is free. */
function retainedCases(bill: Bill, { hand }: Found): Case[] {
  return Object.entries(RETAINED).flatMap(([reason, kind]): Case[] => {
    const retained = bill.deposits.filter((one) => one.reasonCode === reason && one.unconverted > 0n);
    const newest = retained.toSorted((a, b) => (b.treatedAt ?? 0) - (a.treatedAt ?? 0))[0];
    if (!newest || bill.free === 0n) return [];
    const since = Math.min(...retained.map((one) => one.treatedAt ?? one.updatedAt));
    const units = retained.reduce((sum, one) => sum + one.unconverted, 0n) - bill.locked;
    return [
      { kind, subject: bill.id, asset: bill.asset, units, since, why: because(bill, newest, hand, DEPOSIT_LIMIT) },
    ];
  });
}

/** Bills that ended with too little, or got too much, unless it was paid back. */
function ofAmount(bill: Bill, { now, hand }: Found): Case[] {
  const { status, amountStatus } = judge(bill, now);
  const isOff = status === "COMPLETED" && (amountStatus === "UNDERPAID" || amountStatus === "OVERPAID");
  const received = bill.received;
  if (!isOff || bill.paidOut + bill.fee >= received) return [];
  const isOver = amountStatus === "OVERPAID";
  const units = isOver ? received - bill.quantity : bill.quantity - received;
  if (isOver && bill.paidOut >= units) return [];
  const last = Math.max(...bill.deposits.map((one) => one.treatedAt ?? one.updatedAt));
  const credited = bill.fiat > 0n ? [fiatSpoken(bill.fiat, bill.fiatSymbol, hand)] : [];
  const free = bill.free > 0n ? [spoken(bill.free, bill.asset, hand)] : [];
  const figures = isOver
    ? [
        spoken(received, bill.asset, hand),
        bareSpoken(bill.quantity, bill.asset, hand),
        bareSpoken(units, bill.asset, hand),
      ]
    : [
        bareSpoken(received, bill.asset, hand),
        spoken(bill.quantity, bill.asset, hand),
        bareSpoken(units, bill.asset, hand),
      ];
  return [
    {
      kind: isOver ? KINDS.over : KINDS.under,
      subject: bill.id,
      asset: bill.asset,
      units,
      since: isOver ? last : Math.max(bill.expiresAt, last),
      why: [...figures, ...credited, ...free],
    },
  ];
}

function ofTrades({ trades, hand }: Found, { orders }: Rows): Case[] {
  const failed = trades
    .filter(({ status }) => status === "FAILED")
    .map(
      (one): Case => ({
        kind: KINDS.failed,
        subject: one.id,
        asset: one.base,
        units: one.units,
        since: one.updatedAt,
        why: [spoken(one.units, one.base, hand)],
      }),
    );
  const unknown = orders.map(
    (one): Case => ({
      kind: KINDS.unknown,
      subject: one.trade,
      asset: one.asset,
      units: one.units,
      since: one.at,
      why: [spoken(one.units, one.asset, hand)],
    }),
  );
  return [...failed, ...unknown];
}

function owedCase(asset: string, units: bigint, { movements, hand }: Found): Case {
  const since =
    movements.findLast((one) => one.kind === "owed" && one.asset === asset && one.balance === one.units)?.at ?? 0;
  return { kind: KINDS.owed, subject: asset, asset, units, since, why: [spoken(units, asset, hand)] };
}

function staleCase({ base, fiat, at }: Stale, { bills, now }: Found): Case {
  const open = bills.filter(
    (bill) =>
      bill.crypto === base &&
      bill.fiatSymbol === fiat &&
      judge(bill, now).amountStatus === "UNPAID" &&
      bill.expiresAt > now,
  );
  return { kind: KINDS.stale, subject: `${base}-${fiat}`, since: at, why: [`${open.length}`] };
}

const hookWhy = ({ url, waiting }: Hook): Figure[] => [...figuresOf(url), `${waiting}`];

const spoken = (units: bigint, asset: string, hand: Hand): Figure => hand.bareSum(units, asset);
const bareSpoken = (units: bigint, asset: string, hand: Hand): Figure => hand.bare(units, asset);
const fiatSpoken = (units: bigint, asset: string, hand: Hand): Figure => hand.sum(units, asset);

function valued(one: Case): Case {
  const symbol = (one.asset ?? "").split("@")[0] ?? "";
  const bid = (BIDS as Readonly<Record<string, Readonly<Record<string, string>>>>)[symbol]?.["EUR"];
  if (one.units === undefined || !bid || !one.asset) return one;
  return { ...one, worth: worth(one.units, one.asset, bid, "EUR") };
}

/** How old cases are: from so many hours on, and the figures of the words for it. */
const AGES: readonly (readonly [fromHours: number, words: readonly string[], link: string])[] = [
  [0, ["1 h"], "< 1 h"],
  [1, ["1", "4 h"], "1–4 h"],
  [4, ["4", "24 h"], "4–24 h"],
  [24, ["1", "3 d"], "1–3 d"],
  [72, ["3 d"], "> 3 d"],
];

/**
 * The inbox, the dearest first: every case with what is at stake and what that is worth now, how old all of them are, and
 * the sum. Deadlines are left out of the reading: they move, and lib/cases/deadline.store.test.ts holds them.
 */
export function exceptionsPage(cases: readonly Case[], now: number, hand: Hand): Sheet {
  const sheet: Sheet = new Map();
  const views = { All: cases.length, Mine: 0, Unassigned: cases.length, Muted: 0, Closed: 0 };
  for (const [view, count] of Object.entries(views)) add(sheet, `Cases > Views | a ${view}#`, `${count}`);
  for (const [at, [from, words, link]] of AGES.entries()) {
    const until = AGES[at + 1]?.[0] ?? Number.POSITIVE_INFINITY;
    const found = cases.filter(({ since }) => now - since >= from * HOUR_MS && now - since < until * HOUR_MS);
    const worth = hand.money(
      found.reduce((sum, one) => sum + (one.worth ?? 0n), 0n),
      "EUR",
    );
    // A bracket of no case leads nowhere: its words are part of the line.
    if (found.length === 0) add(sheet, "Cases > Ageing | ", worth, ...words, "0");
    else {
      add(sheet, "Cases > Ageing | ", worth, `${found.length}`);
      add(sheet, `Cases > Ageing | a ${wordless(link)}`, ...words);
    }
  }
  const list = "Cases > Open cases | ";
  for (const one of cases) {
    const tail = one.subject.slice(-6);
    addText(sheet, `${list}label ${wordless(`Select ${one.kind} …${tail}`)}`, tail);
    if (one.units !== undefined && one.asset) add(sheet, list, hand.sum(one.units, one.asset));
    addText(sheet, list, `…${tail}`);
    if (one.worth !== undefined) add(sheet, list, hand.sum(one.worth, "EUR"));
  }
  const all = cases.reduce((sum, one) => sum + (one.worth ?? 0n), 0n);
  add(sheet, "Cases | ", `${cases.length}`, `${cases.length}`, hand.sum(all, "EUR"));
  return sheet;
}

const HOUR_MS = 3_600_000;
const SHOWN = 4;
/** Within so many hours a case of the kind is to be decided; others have five days. */
const HOURS: Readonly<Record<string, number>> = {
  [KINDS.unknown]: 4,
  [KINDS.stale]: 4,
  ...Object.fromEntries(
    [KINDS.held, KINDS.wrong, KINDS.reversed, KINDS.owed, KINDS.failed, KINDS.hook].map((kind) => [kind, 24]),
  ),
};
const dueAt = ({ kind, since }: Case): number => since + (HOURS[kind] ?? 120) * HOUR_MS;

/** What the overview says of them: how many, and those that are due first, the dearest of the same moment first. */
export function needs(sheet: Sheet, cases: readonly Case[], now: number, hand: Hand): void {
  add(sheet, "Overview > Needs action | ", `${cases.length}`);
  add(sheet, "Needs action | a All#cases", `${cases.length}`);
  const first = cases.toSorted((a, b) => dueAt(a) - dueAt(b) || Number((b.worth ?? -1n) - (a.worth ?? -1n)));
  for (const one of first.slice(0, SHOWN)) {
    const unitOf = (at: number) => span(now - at).split(" ")[1] ?? "";
    const due = unitOf(dueAt(one));
    if (due !== "d") throw new Error("what is due first is overdue by days in this world");
    add(
      sheet,
      `Needs action | a ${one.kind}#${due} overdue#${unitOf(one.since)} Unassigned${one.worth === undefined ? "" : "#EUR"}`,
      moving(dueAt(one), now),
      moving(one.since, now),
      ...(one.worth === undefined ? [] : [hand.sum(one.worth, "EUR")]),
    );
  }
}

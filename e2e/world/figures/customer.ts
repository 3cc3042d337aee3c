import { type Movement, movementTable, summedUp } from "./accounts.ts";
import { type Hand, literal, moment } from "./amounts.ts";
import type { Bill } from "./books.ts";
import { conversionRows } from "./conversions-list.ts";
import { add, addText, type Figure, figuresOf, type Sheet } from "./figures.ts";
import { isOwn, standing } from "./judge.ts";
import { livePromise } from "./live-promise.ts";
import { OUTCOMES, outcomeOf, requested } from "./overview.ts";
import { paymentRows } from "./payments-list.ts";
import type { BillName } from "./states.ts";
import type { Trade } from "./trades.ts";
import { worthNow } from "./worth.ts";

/** The books of one customer. */
export type Customer = { bills: readonly Bill[]; movements: readonly Movement[]; now: number; hand: Hand };

export function customerOf({ bills, movements, now, hand }: Customer, subaccount: string): Customer {
  const own = bills.filter((bill) => bill.subaccount === subaccount);
  const ids = new Set(own.map(({ id }) => id));
  return { bills: own, movements: movements.filter(({ billId }) => ids.has(billId ?? "")), now, hand };
}

/** In every state that a customer's figures tell apart. */
export const CUSTOMERS: readonly BillName[] = [
  "paid-out",
  "under",
  "late",
  "expired",
  "partial",
  "free-2",
  "executing",
  "pending",
];

const sumOf = <One>(all: readonly One[], of: (one: One) => bigint): bigint =>
  all.reduce((sum, one) => sum + of(one), 0n);

const worthOf = (some: readonly Bill[], assetOf: (bill: Bill) => string, unitsOf: (bill: Bill) => bigint): bigint =>
  sumOf([...Map.groupBy(some, assetOf)], ([asset, same]) => worthNow(sumOf(same, unitsOf), asset));
const worthOfFree = (some: readonly Bill[]): bigint =>
  worthOf(
    some,
    ({ asset }) => asset,
    (bill) => bill.free,
  );

/** Every customer in one line, and all of them in the foot. */
export function customersList({ bills, now, hand }: Customer): Sheet {
  const sheet: Sheet = new Map();
  const open = (some: readonly Bill[]) => some.filter((bill) => outcomeOf(bill, now) === "Still open");
  const free = (some: readonly Bill[]) => some.filter((bill) => bill.free > 0n);
  const customers = Map.groupBy(bills, ({ subaccount }) => subaccount);
  for (const [name, own] of customers) {
    const cell = (column: string, ...figures: Figure[]) => add(sheet, `Customers | [${name}] ${column}`, ...figures);
    cell("Customer", ...figuresOf(name));
    cell("Bills", `${own.length}`);
    cell("Bill value", hand.money(requested(own), "EUR"));
    cell("Open", `${open(own).length}`);
    cell("Open value", hand.money(requested(open(own)), "EUR"));
    cell("To convert", `${free(own).length}`);
    cell("Crypto to convert", hand.money(worthOfFree(own), "EUR"));
    cell("Last bill", ...moment(Math.max(...own.map(({ createdAt }) => createdAt)), now, hand));
  }
  add(sheet, "Customers | button Created Last#days Change the range", "90");
  // Each line is rounded down; the foot adds them up.
  const lines = [...customers.values()];
  const foot = (some: (own: readonly Bill[]) => Bill[], worthBy: (some: readonly Bill[]) => bigint) => {
    const value = sumOf(lines, (own) => worthBy(some(own)));
    add(sheet, "Customers | ", `${sumOf(lines, (own) => BigInt(some(own).length))}`, hand.sum(value, "EUR"));
  };
  // How many are shown, of how many, and the same to whoever does not see the table.
  add(sheet, "Customers | ", ...Array<string>(3).fill(`${lines.length}`));
  foot((own) => [...own], requested);
  foot(open, requested);
  foot(free, worthOfFree);
  return sheet;
}

/** What the customer holds, made, has open and waits for, in EUR. */
export function customerFigures({ bills, movements, now, hand }: Customer): Sheet {
  const sheet: Sheet = new Map();
  const line = (name: string, some: readonly Bill[], value: bigint) =>
    add(sheet, ` | ${name}`, hand.sum(value, "EUR"), `${some.length}`);
  const held = sumOf([...Map.groupBy(movements, ({ asset }) => asset)], ([asset, same]) =>
    worthNow(
      sumOf(same, ({ kind, units }) => (kind === "owed" ? -units : units)),
      asset,
    ),
  );
  add(sheet, " | Held at the end", hand.sum(held, "EUR"));
  line("Bills", bills, requested(bills));
  const open = bills.filter((bill) => outcomeOf(bill, now) === "Still open");
  line("Open", open, requested(open));
  const free = bills.filter((bill) => bill.free > 0n);
  line("To convert", free, worthOfFree(free));
  const promised = bills.filter((bill) => livePromise(bill, now) > 0n);
  line(
    "Promised, now",
    promised,
    worthOf(
      promised,
      ({ fiatSymbol }) => fiatSymbol,
      (bill) => livePromise(bill, now),
    ),
  );
  const comingTo = (bill: Bill) =>
    sumOf(
      bill.deposits.filter((one) => isOwn(bill, one) && one.status === "UNCONFIRMED"),
      ({ units }) => units,
    );
  const coming = bills.filter((bill) => comingTo(bill) > 0n);
  line(
    "Unconfirmed, now",
    coming,
    worthOf(coming, ({ asset }) => asset, comingTo),
  );
  add(sheet, " | Last bill", ...moment(Math.max(...bills.map(({ createdAt }) => createdAt)), now, hand));
  return sheet;
}

/** The customer's bills and conversions, as the lists have them. */
export function customerBills({ bills, now, hand }: Customer, columns: ReadonlySet<string>): Sheet {
  const sheet: Sheet = new Map();
  paymentRows(sheet, "", { bills, now, hand, columns });
  return sheet;
}

export function customerConversions({ bills, now, hand }: Customer, trades: readonly Trade[]): Sheet {
  const sheet: Sheet = new Map();
  const ids = new Set(bills.map(({ id }) => id));
  const own = trades.filter(({ items }) => items.some(({ billId }) => ids.has(billId)));
  conversionRows(sheet, "", { trades: own, now, hand, ticks: false });
  return sheet;
}

/** What the customer's bills held before so many days, what came, went and was withheld since, and what they hold. */
export function customerMovement({ movements, now, hand }: Customer, days: number): Sheet {
  const sheet: Sheet = new Map();
  movementTable(sheet, summedUp(movements), { now, hand, days, title: "Opening and closing" });
  return sheet;
}

/** The bills by how they came out. */
export function customerOutcomes({ bills, now, hand }: Customer): Sheet {
  const sheet: Sheet = new Map();
  for (const outcome of OUTCOMES) {
    const same = bills.filter((bill) => outcomeOf(bill, now) === outcome);
    if (same.length === 0) continue;
    add(sheet, `Bills by outcome | [${outcome}] Bills`, `${same.length}`);
    add(sheet, `Bills by outcome | [${outcome}] Value, EUR`, hand.money(requested(same), "EUR"));
  }
  return sheet;
}

const MINUTE_MS = 60_000;
/** Each line of the table, and the last instant from expiry that is in it. */
const LINES = [
  ["More than 10 min before expiry", -10],
  ["10–5 min before expiry", -5],
  ["5–0 min before expiry", 0],
  ["0–5 min after expiry", 5],
  ["5–15 min after expiry", 15],
  ["More than 15 min after expiry", Infinity],
] as const;

/** When the first payment of each bill came, in the lines of the table. */
export function customerArrivals({ bills }: Customer): Sheet {
  const sheet: Sheet = new Map();
  const after = bills.flatMap((bill) => {
    const seen = standing(bill).map(({ firstSeen }) => firstSeen);
    return seen.length > 0 ? [Math.min(...seen) - bill.expiresAt] : [];
  });
  add(sheet, " | ", `${after.length}`);
  if (after.length === 0) return sheet;
  for (const [at, [name, end]] of LINES.entries()) {
    const begin = LINES[at - 1]?.[1] ?? -Infinity;
    const count = after.filter((ms) => ms > begin * MINUTE_MS && ms <= end * MINUTE_MS).length;
    const row = `Payments and expiry | [${name}]`;
    addText(sheet, `${row} First payment`, name);
    add(sheet, `${row} Bills`, `${count}`);
    add(sheet, `${row} Share`, `${literal(BigInt(Math.floor((count * 10_000) / after.length)), 2)} %`);
  }
  return sheet;
}

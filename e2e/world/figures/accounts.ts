import { type Hand, moment, symbolOf } from "./amounts.ts";
import { add, addText, type Figure, type Sheet } from "./figures.ts";
import type { Hands } from "./hands.ts";
import { rateNow, worthNow } from "./worth.ts";

export const KINDS = ["available", "pending", "locked", "reserved", "owed"] as const;
export type Kind = (typeof KINDS)[number];
export type Balance = { asset: string } & Record<Kind, bigint>;
/** A posting on an account of ours; its balance is summed up anew. */
export type Movement = {
  at: number;
  event: string;
  billId: string | null;
  tradeId: string | null;
  payoutId: string | null;
  asset: string;
  kind: Kind;
  units: bigint;
  balance: bigint;
  transaction: string;
  /** What its transaction withheld of the asset. */
  fee: bigint;
};

/** Every movement of the demo account, oldest first, each with the sum of all before it. */
export async function readMovements({ rows }: Hands): Promise<Movement[]> {
  const found =
    await rows(`select p.id, t.at, t.event, t.bill_id, t.conversion_id, substring(t.effect_key from '^payout:([^:]+)') as payout_id, p.asset, split_part(a.code, ':', 3) as kind, p.amount::text as units, t.id as transaction,
      coalesce((select sum(w.amount) from posting w join ledger_account f on f.id = w.ledger_account_id
        where w.transaction_id = t.id and w.asset = p.asset and f.code like 'house:fee:%'), 0)::text as fee
    from posting p join ledger_transaction t on t.id = p.transaction_id join ledger_account a on a.id = p.ledger_account_id
    join account own on own.id = a.account_id where own.name = 'demo' order by p.id`);
  const movements = found.map(
    (row): Movement => ({
      at: new Date(row["at"]).getTime(),
      event: row["event"],
      billId: row["bill_id"],
      tradeId: row["conversion_id"],
      payoutId: row["payout_id"],
      asset: row["asset"],
      kind: row["kind"],
      units: BigInt(row["units"]),
      balance: 0n,
      transaction: row["transaction"],
      fee: BigInt(row["fee"]),
    }),
  );
  return summedUp(movements);
}

/** Some of the movements by themselves, each with the sum of those of them before it. */
export function summedUp(movements: readonly Movement[]): Movement[] {
  const sums = new Map<string, bigint>();
  return movements.map((one) => {
    const of = `${one.kind} ${one.asset}`;
    const balance = (sums.get(of) ?? 0n) + one.units;
    sums.set(of, balance);
    return { ...one, balance };
  });
}

/** What these movements come to for every asset that moved, by the order of their names; in whichever order they were written. */
export function balancesOf(movements: readonly Movement[]): Balance[] {
  const found = new Map<string, Balance>();
  for (const { asset, kind, units } of movements) {
    const own = found.get(asset) ?? { asset, available: 0n, pending: 0n, locked: 0n, reserved: 0n, owed: 0n };
    found.set(asset, { ...own, [kind]: own[kind] + units });
  }
  return [...found.values()].sort((a, b) => (a.asset < b.asset ? -1 : 1));
}

const USDT: Readonly<Record<string, string>> = { "USDT@eth": "USDTEthereum", "USDT@tron": "USDTTron" };
/** How an asset's row is named: USDT of two networks are two rows. */
export const rowOf = (asset: string): string => USDT[asset] ?? symbolOf(asset);

const LOADED = 40;
const EVENTS: Readonly<Record<string, string>> = {
  "deposit.confirmed": "Deposit confirmed",
  "deposit.sold": "Deposit converted",
  "deposit.kept": "Kept as crypto",
  "invoice.locked": "Locked in a conversion",
  "invoice.unlocked": "Unlocked",
  "invoice.sold": "Sold by a conversion",
  "payout.crypto": "Paid out",
};

/** The ledger: every balance, and the newest movements with the balance each left. */
export function ledgerPage(movements: readonly Movement[], now: number, hand: Hand): Sheet {
  const sheet: Sheet = new Map();
  const all = balancesOf(movements);
  const there = all.filter((balance) => KINDS.some((kind) => balance[kind] !== 0n));
  const worthOf = (one: Balance) => worthNow(holdingOf(one), one.asset);
  add(
    sheet,
    "Balances | ",
    hand.sum(
      there.reduce((sum, one) => sum + worthOf(one), 0n),
      "EUR",
    ),
  );
  if (there.length < all.length) add(sheet, "Balances | button Show zero (#)", `${all.length - there.length}`);
  for (const balance of there) {
    const row = `Balances | [${rowOf(balance.asset)}]`;
    for (const kind of KINDS)
      if (balance[kind] !== 0n) add(sheet, `${row} ${TITLES[kind]}`, hand.money(balance[kind], balance.asset));
    add(sheet, `${row} Price, EUR`, hand.price(rateNow(balance.asset)));
    add(sheet, `${row} Value, EUR`, hand.money(worthOf(balance), "EUR"));
  }
  movementTable(sheet, movements, { now, hand, days: 7, title: "Movement" });
  const shown = movements.toReversed().slice(0, LOADED);
  add(sheet, "Movement | ", `${shown.length}`);
  // Beside the title, and said to whoever does not see it.
  add(sheet, "Statement | ", `${shown.length}`, `${shown.length}`);
  for (const one of shown) {
    const cell = (column: string, ...figures: Figure[]) =>
      add(sheet, `Statement | [${EVENTS[one.event] ?? one.event}] ${column}`, ...figures);
    cell("Time", ...moment(one.at, now, hand));
    cell("Record", ...(one.tradeId ? [one.tradeId] : [one.payoutId, one.billId].filter((id) => id !== null)));
    // A balance is a liability of the operator's, which a credit raises; what is owed to it is raised by a debit.
    const lowers = one.units < 0n;
    const side = lowers === (one.kind !== "owed") ? "Debit" : "Credit";
    cell(side, hand.money(lowers ? -one.units : one.units, one.asset));
    cell("Balance after", hand.money(one.balance, one.asset));
  }
  return sheet;
}

const PLACES = ["Bank accounts", "Bitcoin", "Bitcoin Cash", "Ethereum", "Tron"] as const;
const NETWORKS: Readonly<Record<string, (typeof PLACES)[number]>> = {
  BTC: "Bitcoin",
  BCH: "Bitcoin Cash",
  USDTEthereum: "Ethereum",
  USDTTron: "Tron",
  USDC: "Ethereum",
};
const placeOf = (asset: string): (typeof PLACES)[number] => NETWORKS[rowOf(asset)] ?? "Bank accounts";
const TITLES: Readonly<Record<Kind, string>> = {
  available: "Available",
  pending: "Pending",
  locked: "Locked",
  reserved: "Reserved",
  owed: "Owed to the operator",
};

/** The same balances as branches: each kind by place and asset, what is owed against them; sums add up their lines. */
export function accountTree(movements: readonly Movement[], worthOf: typeof worthNow, hand: Hand): Sheet {
  const sheet: Sheet = new Map();
  const all = balancesOf(movements);
  const euros = (value: bigint) => hand.money(value, "EUR");
  add(
    sheet,
    "Balances | ",
    hand.sum(
      all.reduce((sum, one) => sum + worthOf(holdingOf(one), one.asset), 0n),
      "EUR",
    ),
  );
  for (const kind of KINDS) {
    const sign = kind === "owed" ? -1n : 1n;
    const there = all.filter((one) => one[kind] !== 0n);
    const worthIn = (some: readonly Balance[]) =>
      some.reduce((sum, one) => sum + sign * worthOf(one[kind], one.asset), 0n);
    if (there.length > 0) add(sheet, `Balances | [${TITLES[kind]}] Value, EUR`, euros(worthIn(there)));
    for (const place of PLACES) {
      const lying = there.filter(({ asset }) => placeOf(asset) === place);
      if (lying.length > 0) add(sheet, `Balances | [${place}] Value, EUR`, euros(worthIn(lying)));
      for (const one of lying) {
        // On a phone the quantity stands beneath the name, so that it is a part of the row's.
        const row = `Balances | [${rowOf(one.asset)}${hand.money(sign * one[kind], one.asset).replaceAll("'", "\u00a0")}]`;
        add(sheet, `${row} Quantity`, hand.money(sign * one[kind], one.asset));
        add(sheet, `${row} Value, EUR`, euros(worthIn([one])));
      }
    }
  }
  return sheet;
}

const holdingOf = (one: Balance): bigint => one.available + one.pending + one.locked + one.reserved - one.owed;

const DAY_MS = 86_400_000;

/** The last days: what each asset opened with, what came, went and was withheld, and what it closes with. */
export function movementTable(
  sheet: Sheet,
  movements: readonly Movement[],
  { now, hand, days, title }: { now: number; hand: Hand; days: number; title: string },
): void {
  const begin = beginOf(now, days);
  const before = balancesOf(movements.filter(({ at }) => at < begin));
  for (const balance of balancesOf(movements)) {
    const { asset } = balance;
    const row = `${title} | [${rowOf(asset)}]`;
    const first = before.find((one) => one.asset === asset);
    const opening = first ? holdingOf(first) : 0n;
    const own = movements.filter((one) => one.asset === asset && one.at >= begin);
    if (opening === 0n && own.length === 0) continue;
    add(sheet, `${row} Opening`, hand.money(opening, asset));
    flowCells(sheet, row, flowsOf(own), { asset, hand });
    add(sheet, `${row} Closing`, hand.money(holdingOf(balance), asset));
    add(sheet, `${row} Value, EUR`, hand.money(worthNow(holdingOf(balance), asset), "EUR"));
  }
}

/** What came, went and was withheld in the last days by customer and asset, as the bills of its transactions tell it. */
export function customerMovements(
  movements: readonly Movement[],
  { now, hand, days, customers }: { now: number; hand: Hand; days: number; customers: ReadonlyMap<string, string> },
): Sheet {
  const sheet: Sheet = new Map();
  const begin = beginOf(now, days);
  const since = movements.filter(({ at }) => at >= begin).toSorted((a, b) => (a.asset < b.asset ? -1 : 1));
  const moved = Map.groupBy(
    since,
    ({ asset, billId }) => `${customers.get(billId ?? "") ?? "without a bill"} ${asset}`,
  );
  for (const [of, same] of moved) {
    const [asset = "", ...name] = of.split(" ").toReversed();
    const [row, flows] = [`Movement | [${name.toReversed().join(" ")}]`, flowsOf(same)];
    if (flows.every((one) => one === 0n)) continue;
    addText(sheet, `${row} Customer`, name.toReversed().join(" "));
    flowCells(sheet, row, flows, { asset, hand });
  }
  return sheet;
}

type Flows = readonly [received: bigint, went: bigint, fees: bigint];

function flowCells(sheet: Sheet, row: string, flows: Flows, { asset, hand }: { asset: string; hand: Hand }): void {
  const [received, went, fees] = flows;
  if (received !== 0n) add(sheet, `${row} In`, hand.signed(received, asset));
  if (went !== 0n) add(sheet, `${row} Out`, hand.money(-went, asset));
  if (fees !== 0n) add(sheet, `${row} Fees`, hand.money(-fees, asset));
}

const beginOf = (now: number, days: number): number => Math.floor(now / DAY_MS) * DAY_MS - (days - 1) * DAY_MS;

/** What came and went, before fees, of each transaction taken together. */
function flowsOf(movements: readonly Movement[]): Flows {
  let [received, went, fees] = [0n, 0n, 0n];
  for (const same of Map.groupBy(movements, ({ transaction }) => transaction).values()) {
    const net = same.reduce((sum, { kind, units }) => (kind === "owed" ? sum - units : sum + units), 0n);
    const fee = same[0]?.fee ?? 0n;
    if (net + fee > 0n) received += net + fee;
    else went -= net + fee;
    fees += fee;
  }
  return [received, went, fees];
}

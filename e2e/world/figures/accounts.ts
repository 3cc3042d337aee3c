import { type Hand, moment, symbolOf } from "./amounts.ts";
import { add, type Figure, type Sheet } from "./figures.ts";
import type { Hands } from "./hands.ts";

export const KINDS = ["available", "pending", "locked", "reserved", "owed"] as const;
export type Kind = (typeof KINDS)[number];
export type Balance = { asset: string } & Record<Kind, bigint>;
/** A posting on an account of ours; its balance is summed up anew. */
export type Movement = {
  at: number;
  event: string;
  billId: string | null;
  tradeId: string | null;
  asset: string;
  kind: Kind;
  units: bigint;
  balance: bigint;
};

/** Every movement of the demo account, oldest first, each with the sum of all before it. */
export async function readMovements({ rows }: Hands): Promise<Movement[]> {
  const found =
    await rows(`select p.id, t.at, t.event, t.bill_id, t.conversion_id, p.asset, split_part(a.code, ':', 3) as kind, p.amount::text as units
    from posting p join ledger_transaction t on t.id = p.transaction_id join ledger_account a on a.id = p.ledger_account_id
    join account own on own.id = a.account_id where own.name = 'demo' order by p.id`);
  const sums = new Map<string, bigint>();
  return found.map((row) => {
    const of = `${row["kind"]} ${row["asset"]}`;
    const balance = (sums.get(of) ?? 0n) + BigInt(row["units"]);
    sums.set(of, balance);
    return {
      at: new Date(row["at"]).getTime(),
      event: row["event"],
      billId: row["bill_id"],
      tradeId: row["conversion_id"],
      asset: row["asset"],
      kind: row["kind"],
      units: BigInt(row["units"]),
      balance,
    };
  });
}

/** The balance of every asset that ever moved, by the order of their names. */
export function balancesOf(movements: readonly Movement[]): Balance[] {
  const found = new Map<string, Balance>();
  for (const { asset, kind, balance } of movements) {
    const own = found.get(asset) ?? { asset, available: 0n, pending: 0n, locked: 0n, reserved: 0n, owed: 0n };
    found.set(asset, { ...own, [kind]: balance });
  }
  return [...found.values()].sort((a, b) => (a.asset < b.asset ? -1 : 1));
}

/** How an asset's row is named: USDT of two networks are two rows. */
export const rowOf = (asset: string): string => (asset.startsWith("USDT@") ? asset.replace("@", "") : symbolOf(asset));

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
  const titles = {
    available: "Available",
    pending: "Pending",
    locked: "Locked",
    reserved: "Reserved",
    owed: "Owed to the house",
  };
  for (const balance of balancesOf(movements))
    for (const kind of KINDS)
      add(sheet, `Balances | [${rowOf(balance.asset)}] ${titles[kind]}`, hand.money(balance[kind], balance.asset));
  const shown = movements.toReversed().slice(0, LOADED);
  add(sheet, "Balances | ", `${shown.length}`);
  // Beside the title, and said to whoever does not see it.
  add(sheet, "Statement | ", `${shown.length}`, `${shown.length}`);
  for (const one of shown) {
    const cell = (column: string, ...figures: Figure[]) =>
      add(sheet, `Statement | [${EVENTS[one.event] ?? one.event}] ${column}`, ...figures);
    cell("Time", ...moment(one.at, now, hand));
    cell("Record", ...[one.tradeId ?? one.billId].filter((id) => id !== null));
    cell("Amount", hand.money(one.units, one.asset));
    cell("Balance after", hand.money(one.balance, one.asset));
  }
  return sheet;
}

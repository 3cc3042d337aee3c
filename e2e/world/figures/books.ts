import type pg from "pg";
import type { Hands } from "./hands.ts";
import { decimalsOf, symbolOf } from "./amounts.ts";

/** Where crypto and fiat of a bill, a deposit or an account are, in smallest units, as the postings say. */
export type Sums = {
  received: bigint;
  pending: bigint;
  converted: bigint;
  unconverted: bigint;
  fee: bigint;
  paidOut: bigint;
  fiat: bigint;
};

export type Fill = { method: string; units: bigint; fee: bigint; price: string; fiat: bigint; at: number };

export type Deposit = Sums & {
  id: string;
  billId: string;
  asset: string;
  network: string;
  txHash: string;
  outputIndex: number;
  source: string | null;
  units: bigint;
  status: string;
  late: boolean;
  wrongAsset: boolean;
  wasCredited: boolean;
  dust: boolean;
  firstSeen: number;
  treatedAt: number | null;
  updatedAt: number;
  confirmations: number;
  needed: number;
  reasonCode: string | null;
  reason: string | null;
  fills: Fill[];
};

export type Sample = { source: string; bid: string; ask: string; at: number };

export type Bill = Sums & {
  id: string;
  subaccount: string;
  reference: string | null;
  asset: string;
  crypto: string;
  networkType: string | null;
  fiatSymbol: string;
  fiatUnits: bigint;
  quantity: bigint;
  price: string;
  bid: string;
  samples: Sample[];
  address: string;
  strategy: string;
  feeModel: string;
  limitPrice: string | null;
  spreadBps: number;
  explicitFeeBps: number;
  toleranceBps: number;
  createdAt: number;
  expiresAt: number;
  locked: bigint;
  free: bigint;
  deposits: Deposit[];
  conversions: { id: string; status: string; units: bigint }[];
};

const whole = (text: string | null): bigint => BigInt((text ?? "0").split(".")[0] ?? "0");

type SumRow = { id: string; asset: string; part: string; units: string };

/** The postings of each bill or deposit by what they mean; an asset's own book is what was sold, less what came back. */
const sumsSql = (of: "bill_id" | "deposit_id") => `
  select t.${of} as id, p.asset, case
      when a.code like 'custody:%' and t.event like 'payout.%' then 'paidOut'
      when a.code like 'custody:%' then 'received'
      when a.code like 'acc:%:pending' then 'pending'
      when a.code ~ '^acc:.*:(available|locked)$' then 'available'
      when a.code like 'acc:%:owed' then 'owed'
      when a.code like 'house:fee:%' then 'fee'
      when a.code = 'house:book' then 'book' else 'other' end as part,
    sum(p.amount)::text as units
  from posting p join ledger_transaction t on t.id = p.transaction_id join ledger_account a on a.id = p.ledger_account_id
  where t.${of} is not null and t.event not like 'venue.%' group by 1, 2, 3`;

function sumsOf(rows: readonly SumRow[], asset: string, fiat: string): Sums {
  const of = (part: string, symbol: string) =>
    whole(rows.find((row) => row.part === part && row.asset === symbol)?.units ?? null);
  return {
    received: of("received", asset),
    pending: of("pending", asset),
    converted: of("book", asset),
    unconverted: of("available", asset),
    fee: of("fee", asset),
    paidOut: -of("paidOut", asset),
    fiat: of("available", fiat) - of("owed", fiat),
  };
}

/** Every bill of the demo account with its deposits, by plain statements over rows and postings; newest first. */
export async function readBills({ rows }: Hands): Promise<Bill[]> {
  const bills = await rows(`select b.*, b.price::text as price, b.limit_price::text as limit_price from bill b
    join account a on a.id = b.account_id where a.name = 'demo' order by created_at desc, id desc`);
  const deposits = await rows(`select d.*, coalesce((select max(height) from sandbox_block s
      where s.network = d.network and s.active) - d.block_height + 1, 0)::int as deep from deposit d order by first_seen, id`);
  const fills = await rows(
    "select f.*, f.price::text as price from fill f where reversed_at is null order by filled_at, id",
  );
  const ofBill = await rows<SumRow>(sumsSql("bill_id"));
  const ofDeposit = await rows<SumRow>(sumsSql("deposit_id"));
  const items = await rows(`select i.bill_id, i.conversion_id, i.quantity_units, i.live, v.status from conversion_item i
      join conversion v on v.id = i.conversion_id order by v.created_at, i.ordinal`);
  const by = <Row extends Record<string, unknown>>(list: readonly Row[], field: string) =>
    Map.groupBy(list, (row) => String(row[field]));
  const [fillsBy, sumsByBill, sumsByDeposit, itemsBy] = [
    by(fills, "deposit_id"),
    by(ofBill, "id"),
    by(ofDeposit, "id"),
    by(items, "bill_id"),
  ];
  const fiatOf = new Map(bills.map((row) => [String(row["id"]), String(row["fiat"])]));
  const depositsBy = Map.groupBy(
    deposits.map((row) => {
      const sums = sumsOf(sumsByDeposit.get(row["id"]) ?? [], row["asset"], fiatOf.get(row["bill_id"]) ?? "");
      return depositOf(row, sums, (fillsBy.get(row["id"]) ?? []).map(fillOf));
    }),
    ({ billId }) => billId,
  );
  return bills.map((row) => {
    const sums = sumsOf(sumsByBill.get(row["id"]) ?? [], row["asset"], row["fiat"]);
    const own = itemsBy.get(row["id"]) ?? [];
    const locked = own.filter((item) => item["live"]).reduce((sum, item) => sum + whole(item["quantity_units"]), 0n);
    return billOf(row, sums, locked, depositsBy.get(row["id"]) ?? [], own);
  });
}

type Row = pg.QueryResultRow;

function depositOf(row: Row, sums: Sums, fills: Fill[]): Deposit {
  const at = (name: string): number => new Date(row[name] as string).getTime();
  return {
    ...sums,
    id: row["id"],
    billId: row["bill_id"],
    asset: row["asset"],
    network: row["network"],
    txHash: row["tx_hash"],
    outputIndex: row["output_index"],
    source: row["source_address"],
    units: whole(row["quantity_units"]),
    status: row["status"],
    late: row["late"],
    wrongAsset: row["wrong_asset"],
    wasCredited: row["was_credited"],
    dust: row["dust"],
    firstSeen: at("first_seen"),
    treatedAt: row["treated_at"] && at("treated_at"),
    updatedAt: at("updated_at"),
    confirmations: row["deep"],
    needed: row["confirmations_required"],
    reasonCode: row["reason_code"],
    reason: row["reason"],
    fills,
  };
}

const fillOf = (row: Record<string, unknown>): Fill => ({
  method: String(row["method"]),
  units: whole(String(row["quantity_units"])),
  fee: whole(String(row["fee_units"])),
  price: String(row["price"]),
  fiat: whole(String(row["fiat_units"])),
  at: new Date(row["filled_at"] as string).getTime(),
});

function billOf(row: Row, sums: Sums, locked: bigint, deposits: Deposit[], items: Record<string, unknown>[]): Bill {
  const inputs = row["price_inputs"] as {
    bid: string;
    samples: { source: string; bid: string; ask: string; at: string }[];
  };
  return {
    ...sums,
    id: row["id"],
    subaccount: row["subaccount"],
    reference: row["reference"],
    asset: row["asset"],
    crypto: symbolOf(row["asset"]),
    networkType: row["network_type"],
    fiatSymbol: row["fiat"],
    fiatUnits: whole(row["fiat_units"]),
    quantity: whole(row["quantity_units"]),
    price: row["price"],
    bid: inputs.bid,
    samples: inputs.samples.map((one) => ({ ...one, at: Date.parse(one.at) })),
    address: row["address"],
    strategy: row["strategy"],
    feeModel: row["fee_model"],
    limitPrice: row["limit_price"],
    spreadBps: row["spread_bps"],
    explicitFeeBps: row["explicit_fee_bps"],
    toleranceBps: row["tolerance_bps"],
    createdAt: new Date(row["created_at"]).getTime(),
    expiresAt: new Date(row["expires_at"]).getTime(),
    locked,
    free: sums.unconverted - locked,
    deposits,
    conversions: items.map((item) => ({
      id: String(item["conversion_id"]),
      status: String(item["status"]),
      units: whole(String(item["quantity_units"])),
    })),
  };
}

/** The business clock, which the sandbox moves. */
export async function businessNow({ rows }: Hands): Promise<number> {
  const [row] = await rows<{ now: Date }>("select business_now() as now");
  return row?.now.getTime() ?? 0;
}

/** Crypto units at a price, as fiat units, rounded down. */
export function worth(units: bigint, asset: string, price: string, fiat: string): bigint {
  const [one = "0", fraction = ""] = price.split(".");
  const priced = units * BigInt(one + fraction) * 10n ** BigInt(decimalsOf(fiat));
  return priced / 10n ** BigInt(decimalsOf(asset) + fraction.length);
}

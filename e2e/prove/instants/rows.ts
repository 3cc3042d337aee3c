import type { World } from "#e2e/world/sandbox.ts";
import { type Exact, read } from "./exact.ts";

/** What one transaction moved of an asset of the account: each balance, and what fees it withheld. */
export type Moved = { asset: string; kinds: ReadonlyMap<string, bigint>; net: bigint; fee: bigint };
/** Times are microseconds, as the database keeps them. */
export type Entry = { at: bigint; subaccount: string | undefined; moved: readonly Moved[] };
/** A whole transaction, of whomever: what each ledger account got; below zero what it gave. */
export type Posted = { at: bigint; lines: readonly { code: string; asset: string; credit: bigint }[] };
export type StoredPrice = { pair: string; at: bigint; bid: Exact; ask: Exact };
export type Bill = {
  subaccount: string;
  asset: string;
  fiat: string;
  receivable: bigint;
  received: bigint;
  credited: bigint;
  /** Free to convert. */
  free: bigint;
  /** Kept as crypto, also where it was paid out since. */
  retained: bigint;
  pending: bigint;
  price: Exact;
  outcome: string;
  standing: number;
  made: bigint;
  expires: bigint;
  /** In the fiat's units, what a payment may still bring at the promised price; in the asset's, what no block confirms yet. */
  promised: bigint;
  unconfirmed: bigint;
  /** When the first payment that stands was seen. */
  paid: bigint | undefined;
};
export type Rows = {
  entries: readonly Entry[];
  /** Of the whole house, and the names of its accounts. */
  posted: readonly Posted[];
  accounts: ReadonlyMap<string, string>;
  bills: readonly Bill[];
  stored: readonly StoredPrice[];
  /** Bids that the sandbox's market says at the moment, by pair. */
  fresh: ReadonlyMap<string, Exact>;
};

const micros = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint::text`;
const FEES = new Set(["house:fee:service", "house:fee:transaction"]);

/** The account's rows, one by one as they stand; what is added up is added up here. */
export async function readRows(world: World): Promise<Rows> {
  const { pool } = world.app.database;
  const own = world.ctx.account?.id ?? "";
  const all = async <Row>(sql: string) => (await pool.query(sql)).rows as Row[];
  const bills = await all<Record<string, string> & { standing: number }>(
    `select id, account_id as account, subaccount, asset, fiat, fiat_units::text as receivable, received_units::text as received,
      fiat_received_units::text as credited, unconverted_units::text as unconverted, locked_units::text as locked,
      reserved_units::text as reserved, pending_units::text as pending, paid_out_units::text as paid_out, price::text, standing_deposits as standing,
      bill_outcome(bill, business_now()) as outcome, ${micros("created_at")} as made, ${micros("expires_at")} as expires,
      (select coalesce(sum(fiat_units) filter (where units > 0 and bill.promised_units > 0), 0)::text from promise_of(bill, business_now())) as promised,
      (select coalesce(sum(quantity_units), 0)::text from deposit d where d.bill_id = bill.id and d.status = 'UNCONFIRMED' and not d.wrong_asset)
        as unconfirmed
      from bill`,
  );
  const deposits = await all<Record<"bill" | "seen", string>>(
    `select bill_id as bill, ${micros("first_seen")} as seen from deposit
      where not wrong_asset and not dust and status <> 'DROPPED' and status <> 'DECLINED' order by first_seen desc`,
  );
  const firstSeen = new Map(deposits.map(({ bill, seen }) => [bill, BigInt(seen)]));
  const units = (row: Record<string, unknown>, name: string) => BigInt(String(row[name]));
  const posted = postedOf(
    await all(`select id, bill_id as bill, ${micros("at")} as at from ledger_transaction`),
    await all("select transaction_id as transaction, ledger_account_id as account, debit::text from posting"),
    await all("select id, code, asset from ledger_account"),
  );
  return {
    entries: entriesOf(own, new Map(bills.map((bill) => [String(bill["id"]), bill["subaccount"]])), posted),
    posted,
    accounts: new Map(
      (await all<{ id: string; name: string }>("select id, name from account")).map((one) => [one.id, one.name]),
    ),
    bills: bills
      .filter((bill) => bill["account"] === own)
      .map((bill) => {
        const { subaccount = "", asset = "", fiat = "", outcome = "", price = "0" } = bill;
        const unconverted = units(bill, "unconverted");
        return {
          ...{ subaccount, asset, fiat, outcome, price: read(price), standing: Number(bill.standing) },
          receivable: units(bill, "receivable"),
          received: units(bill, "received"),
          credited: units(bill, "credited"),
          free: unconverted - units(bill, "locked") - units(bill, "reserved"),
          retained: unconverted + units(bill, "paid_out"),
          pending: units(bill, "pending"),
          made: units(bill, "made"),
          expires: units(bill, "expires"),
          promised: units(bill, "promised"),
          unconfirmed: units(bill, "unconfirmed"),
          paid: firstSeen.get(String(bill["id"])),
        };
      }),
    stored: (
      await all<Record<"pair" | "at" | "bid" | "ask", string>>(
        `select base || '/' || fiat as pair, ${micros("at")} as at, bid::text, ask::text from price_history`,
      )
    ).map(({ pair, at, bid, ask }) => ({ pair, at: BigInt(at), bid: read(bid), ask: read(ask) })),
    fresh: new Map(
      (
        await all<{ pair: string; bid: string }>(
          "select base || '/' || fiat as pair, bid::text from sandbox_price where not stale",
        )
      ).map(({ pair, bid }) => [pair, read(bid)]),
    ),
  };
}

function postedOf(
  transactions: readonly { id: string; bill: string | null; at: string }[],
  postings: readonly { transaction: string; account: string; debit: string }[],
  accounts: readonly { id: string; code: string; asset: string }[],
): (Posted & { bill: string | null })[] {
  const known = new Map(accounts.map((one) => [one.id, one]));
  const posted = Map.groupBy(postings, ({ transaction }) => transaction);
  return transactions.map(({ id, bill, at }) => ({
    at: BigInt(at),
    bill,
    lines: (posted.get(id) ?? []).map(({ account, debit }) => ({
      code: known.get(account)?.code ?? "",
      asset: known.get(account)?.asset ?? "",
      credit: -BigInt(debit),
    })),
  }));
}

function entriesOf(
  own: string,
  customers: ReadonlyMap<string, string | undefined>,
  posted: ReturnType<typeof postedOf>,
): Entry[] {
  return posted.flatMap(({ at, bill, lines }) => {
    const moved = [...Map.groupBy(lines, ({ asset }) => asset)].map(([asset, of]) => movedOf(own, asset, of));
    const ours = moved.filter(({ kinds }) => kinds.size > 0);
    return ours.length > 0 ? [{ at, subaccount: customers.get(bill ?? ""), moved: ours }] : [];
  });
}

function movedOf(own: string, asset: string, lines: readonly { code: string; credit: bigint }[]): Moved {
  const kinds = new Map<string, bigint>();
  let [net, fee] = [0n, 0n];
  for (const { code, credit } of lines) {
    if (FEES.has(code)) fee += credit;
    if (!code.startsWith(`acc:${own}:`)) continue;
    const kind = code.slice(`acc:${own}:`.length);
    kinds.set(kind, (kinds.get(kind) ?? 0n) + (kind === "owed" ? -credit : credit));
    net += credit;
  }
  return { asset, kinds, net, fee };
}

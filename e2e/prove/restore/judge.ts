import type { LocalExchange } from "#e2e/world/market-maker.ts";
import type { MadeBill } from "#e2e/world/sandbox.ts";
import { resolveOrAsk } from "#lib/approvals/resolve-or-ask.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { checkBooks } from "#lib/check/books.ts";
import type { Copy } from "./copy.ts";

/** Addresses of this database's bills. */
export async function handedOut(copy: Copy): Promise<Set<string>> {
  const rows = await copy.rows<{ address: string }>("select address from deposit_address where bill_id is not null");
  return new Set(rows.map(({ address }) => address));
}

/** What the books, the exchange and the chain do not agree on. */
export async function differences(copy: Copy, kraken: LocalExchange): Promise<string[]> {
  const faults = (await checkBooks(copy.operator)).map(({ rule, found }) => `${rule}: ${found}`);
  const [traded] = await copy.rows<{ units: string; trades: string }>(
    `select coalesce(sum(t.quantity_units * case o.side when 'SELL' then 1 else -1 end), 0)::text as units, count(*)::text as trades
     from venue_trade t join venue_order o on o.id = t.order_id`,
  );
  const waiting = await copy.rows<{ trades: { quantity: string }[] }>(
    "select trades from adopted_order a where not exists (select from venue_order o where o.client_ref = a.client_ref)",
  );
  const adopted = waiting
    .flatMap(({ trades }) => trades)
    .reduce((sum, { quantity }) => sum.plus(Decimal.from(quantity)), Decimal.ZERO);
  const booked = Decimal.of(BigInt(traded?.units ?? "0"), 8).plus(adopted);
  const sold = kraken.sold("XBTEUR");
  if (booked.compare(sold) !== 0) faults.push(`the exchange sold ${sold} BTC, the books have ${booked}`);
  if (waiting.length > 0) faults.push(`${waiting.length} orders wait for coins that were sold again`);
  const [stranger] = await copy.rows<{ orders: number }>(
    "select count(*)::int as orders from venue_order where status = 'FOREIGN'",
  );
  if (stranger?.orders) faults.push(`${stranger.orders} orders of ours are booked as trades of a stranger`);
  return faults;
}

/** Payments to bills that the restored database has never had, of which there is no case. */
export async function unseen(copy: Copy, addresses: readonly string[], each: number): Promise<string[]> {
  const rows = await copy.rows<{ address: string; times: string }>(
    `select a.address, count(s.id) filter (where s.status = 'CONFIRMED')::text as times from deposit_address a
     left join stray_deposit s on s.address_id = a.id where a.address = any($1) group by a.address`,
    [addresses],
  );
  return addresses.flatMap((address) => {
    const times = Number(rows.find((row) => row.address === address)?.times ?? "0");
    return times === each ? [] : [`${address}: ${times} of ${each} payments to a lost bill are cases`];
  });
}

/** Its PSP comes for its payer's money: what was paid to a lost bill becomes a deposit of a new one, whole. */
export async function unassignable(copy: Copy, { paymentId }: MadeBill): Promise<string[]> {
  const [lost] = await copy.rows<{ id: string; units: string }>(
    "select id, quantity_units::text as units from stray_deposit where status = 'CONFIRMED' order by created_at, id limit 1",
  );
  if (!lost) return ["no payment to a lost bill is there to be assigned"];
  const { id: subjectId, units } = lost;
  await resolveOrAsk(copy.operator, { kind: "ASSIGN", subjectId, account: "acme", paymentId, note: "its order" });
  const [own] = await copy.rows<{ units: string }>(
    "select unconverted_units::text as units from deposit where stray_id = $1 and bill_id = $2",
    [subjectId, paymentId],
  );
  return own?.units === units ? [] : [`of ${units} that were assigned the account has ${own?.units ?? "nothing"}`];
}

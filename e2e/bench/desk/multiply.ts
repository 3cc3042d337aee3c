import type pg from "pg";

/** How a column of a copied row follows from the original's `t`; `k` numbers the copies from 1. */
type Rules = Readonly<Record<string, string>>;

/** Ids of what is not copied. */
const KEPT: ReadonlySet<string> = new Set(["account_id", "ledger_account_id", "wallet_id"]);
const ADDRESS: Rules = { address: "pg_temp.other(t.address, k)", script: "pg_temp.other(t.script, k)" };
const HASH: Rules = { tx_hash: "pg_temp.other_hash(t.tx_hash, k)" };

/** The tables of a bill's life, in an order that numbers them as they were made; what is not named here is copied or shifted by type. */
const TABLES: readonly { name: string; from?: string; rules?: Rules; leaves?: string }[] = [
  {
    name: "bill",
    rules: {
      ...ADDRESS,
      address_key: `case when lower(t.address) = t.address_key then lower(pg_temp.other(t.address, k))
        else right(pg_temp.other(t.address, k), length(t.address_key)) end`,
      reference: "t.reference || '-' || k",
    },
  },
  {
    name: "deposit_address",
    from: "deposit_address t where t.bill_id is not null",
    rules: {
      ...ADDRESS,
      cash_address: "pg_temp.other(t.cash_address, k)",
      // Where no wallet comes to: its pool grows on below.
      index: "t.index + 1000000000 + k * pg_temp.most_index()",
    },
  },
  { name: "sandbox_transfer", rules: { ...ADDRESS, ...HASH } },
  { name: "deposit", rules: { ...ADDRESS, ...HASH } },
  { name: "deposit_sender" },
  {
    name: "fill",
    rules: { effect_key: "pg_temp.other_key(t.effect_key, d.tx_hash, k)" },
    from: "fill t left join deposit d on d.id = t.deposit_id where true",
  },
  { name: "venue_order", rules: { client_ref: "pg_temp.later(t.client_ref::uuid, k)::text" } },
  { name: "sandbox_order", rules: { client_ref: "pg_temp.later(t.client_ref::uuid, k)::text" } },
  { name: "venue_trade", rules: { trade_id: "pg_temp.later(t.trade_id::uuid, k)::text" } },
  {
    name: "ledger_transaction",
    rules: { effect_key: "pg_temp.other_key(t.effect_key, d.tx_hash, k)" },
    from: "ledger_transaction t left join deposit d on d.id = t.deposit_id where true",
  },
  {
    name: "posting",
    leaves: "id",
    rules: { balance: "t.balance + k * a.balance" },
    from: "posting t join ledger_account a on a.id = t.ledger_account_id where true",
  },
  {
    name: "book_lot",
    rules: {
      upto: "t.upto + k * p.bought_units",
      // Those before the first have been let go of; a copy's first follows on the one before it.
      units: `case when exists (select from original_book_lot o where (o.asset, o.fiat) = (t.asset, t.fiat) and o.upto < t.upto)
        then t.units else t.upto end`,
    },
    from: "book_lot t join book_position p using (asset, fiat) where true",
  },
  {
    name: "event",
    leaves: "seq",
    rules: {
      data: `case t.type when 'payment.created' then pg_temp.made(t.data, t.object_id, k)
        else replace(t.data, t.object_id::text, pg_temp.later(t.object_id, k)::text) end`,
    },
  },
];

/** In the order in which the originals were numbered. */
const ORDER: Readonly<Record<string, string>> = { posting: "k, t.id", event: "k, t.seq" };

/**
 * Copies all bills that there are, with their addresses, deposits, fills, orders, books and events, `copies` times, each
 * copy later by `stepMs`. Ids are shifted by as much, so that they sort by time. Addresses and hashes of the copies have no
 * check digits that hold.
 */
export async function multiply(ruler: pg.Client, copies: number, stepMs: number): Promise<void> {
  await ruler.query("set session_replication_role = replica");
  await ruler.query("set synchronous_commit = off");
  for (const statement of helpers(stepMs)) await ruler.query(statement);
  for (const { name, from = `${name} t where true` } of TABLES) {
    // Copies are made of the originals alone.
    await ruler.query(`create temp table original_${name} as select t.* from ${from}`);
  }
  for (const { name, from = `${name} t where true`, rules = {}, leaves } of TABLES) {
    const columns = (await columnsOf(ruler, name)).filter(({ column }) => column !== leaves);
    const names = columns.map(({ column }) => `"${column}"`).join(", ");
    const values = columns.map(({ column, type }) => rules[column] ?? shifted(column, type)).join(", ");
    const source = from.replace(`${name} t`, `original_${name} t`).replace("deposit d", "original_deposit d");
    await ruler.query(
      `insert into ${name} (${names}) overriding system value select ${values}
       from generate_series(1, $1::int) k, ${source.replace(" where ", " where k > 0 and ")} order by ${ORDER[name] ?? "k"}`,
      [copies],
    );
  }
  await ruler.query("update ledger_account set balance = balance * ($1::int + 1)", [copies]);
  await ruler.query(
    `update book_position set bought_units = bought_units * ($1::int + 1), sold_units = sold_units * ($1::int + 1), units = units * ($1::int + 1)`,
    [copies],
  );
  await ruler.query(`truncate venue_day; insert into venue_day (venue, symbol, day, taken, fraction)
    select t.venue, x.symbol, (t.at at time zone 'UTC')::date, sum(x.taken), sum(x.fraction)
    from venue_trade t cross join lateral taken_by_trade(t) x group by 1, 2, 3`);
  await ruler.query(`truncate sandbox_traded; insert into sandbox_traded (base, fiat, side, filled_units, proceeds)
    select base, fiat, side, sum(filled_units), sum(proceeds) from sandbox_order group by 1, 2, 3`);
  await ruler.query(
    `truncate bill_amount_day, bill_day, delivery_day; select sum_bill_days('2000-01-01', closed) from bill_day_reach where closed > '-infinity'`,
  );
  await ruler.query(`truncate wallet_block; insert into wallet_block (wallet_id, nth, derived, paid, first_used, last_used, longest_gap)
    select b.wallet_id, b.nth, c.* from (select distinct wallet_id, index / 100 as nth from deposit_address
      union select distinct wallet_id, index / 100 from wallet_used) b cross join lateral counted_block(b.wallet_id, b.nth) c`);
  await ruler.query("analyze");
}

function shifted(column: string, type: string): string {
  if (type === "uuid" && !KEPT.has(column)) return `pg_temp.later(t."${column}", k)`;
  if (type === "timestamptz") return `t."${column}" + k * pg_temp.step()`;
  return `t."${column}"`;
}

async function columnsOf(ruler: pg.Client, table: string): Promise<{ column: string; type: string }[]> {
  const { rows } = await ruler.query<{ column: string; type: string }>(
    `select column_name as column, udt_name as type from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  return rows;
}

const helpers = (stepMs: number): string[] => [
  "create temp table most_index as select max(index) + 1 as value from deposit_address",
  "create function pg_temp.most_index() returns bigint language sql stable as $$ select value from pg_temp.most_index $$",
  `create function pg_temp.step() returns interval language sql immutable as $$ select interval '1 millisecond' * ${stepMs} $$`,
  // The first 48 bits of a UUIDv7 (RFC 9562) are its milliseconds.
  `create function pg_temp.later(id uuid, k int) returns uuid language sql immutable strict as $$
     select (lpad(to_hex(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint + k * ${stepMs}::bigint), 12, '0')
       || substr(replace(id::text, '-', ''), 13))::uuid $$`,
  `create function pg_temp.other(name text, k int) returns text language sql immutable strict as $$
     select left(name, -20) || left(md5(right(name, 20) || k), 20) $$`,
  // What a bill was made with, as its copy has it.
  `create function pg_temp.made(data text, id uuid, k int) returns text language sql immutable as $$
     select (data::jsonb || jsonb_build_object('paymentId', pg_temp.later(id, k), 'address', pg_temp.other(data::jsonb ->> 'address', k),
       'createdAt', (data::jsonb ->> 'createdAt')::bigint + k * ${stepMs}::bigint,
       'expiryTime', (data::jsonb ->> 'expiryTime')::bigint + k * ${stepMs}::bigint,
       'reference', (data::jsonb ->> 'reference') || '-' || k))::text $$`,
  `create function pg_temp.other_hash(hash text, k int) returns text language sql immutable strict as $$
     select case when hash like '0x%' then '0x' else '' end || md5(hash || 'a' || k) || md5(hash || 'b' || k) $$`,
  // Of a deposit: its transaction's hash; of an order at the venue: its trade's number.
  `create function pg_temp.other_key(key text, hash text, k int) returns text language sql immutable as $$
     select case when position(hash in key) > 0 then replace(key, hash, pg_temp.other_hash(hash, k))
       else coalesce(replace(key, substring(key from '[0-9a-f]{8}-[0-9a-f-]{27}'),
         pg_temp.later(substring(key from '[0-9a-f]{8}-[0-9a-f-]{27}')::uuid, k)::text), key || '-' || k) end $$`,
];

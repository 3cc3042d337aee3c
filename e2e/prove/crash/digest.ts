import pg from "pg";
import { RULES } from "#lib/check/store.ts";
import { REFUSAL_MS } from "#lib/liquidity/place-order.ts";

/** What must be the same in the end whether anything crashed or not, one line for each thing. */
const QUERIES: readonly string[] = [
  `select 'bill ' || coalesce(reference, id::text) || ' ' || bill_status(b, business_now()) || ' ' || bill_amount_status(b, business_now())
     || ' received ' || received_units || ' converted ' || converted_units || ' kept ' || unconverted_units || ' locked ' || locked_units
     || ' pending ' || pending_units || ' paid out ' || paid_out_units || ' fiat ' || fiat_received_units as line from bill b`,
  `select 'deposit ' || tx_hash || ' ' || status || ' confirmed ' || times_confirmed || ' reversed ' || times_reversed
     || ' fiat ' || fiat_units || ' fills ' || (select count(*) from fill f where f.deposit_id = d.id and f.reversed_at is null) as line
   from deposit d`,
  `select 'invoice ' || v.quantity_units || ' ' || v.status || ' ' || coalesce(v.fiat_units::text, '-') || ' '
     || (select array_agg(distinct e.type order by e.type)::text from event e where e.object_id = v.id) as line from conversion v`,
  "select 'payout ' || asset || ' ' || quantity_units || ' ' || reference || ' ' || from_pending as line from payout",
  `select 'move ' || kind || ' ' || quantity_units || ' ' || status || ' ' || note || ' '
     || (select coalesce(array_agg(f.side || ' ' || f.status || ' posted ' || f.times_posted order by f.side)::text, '')
         from move_fact f where f.move_id = m.id) as line from move m`,
  "select 'bank line ' || side || ' ' || units || ' for a move ' || (move_id is not null) as line from bank_line",
  "select 'at the venue ' || kind || ' ' || asset || ' ' || status as line from venue_transfer",
  "select 'approval ' || what || ' ' || status || ' paid ' || (payout_id is not null) as line from approval",
  `select 'balance ' || code || ' ' || asset || ' ' || balance as line from ledger_account where balance <> 0
     and (code ~ '^(acc|custody|bank):' or code in ('transit', 'house:capital', 'house:unassigned'))`,
  `select 'events of ' || coalesce(b.reference, b.id::text) || ' ' || array_agg(e.type order by e.sequence)::text as line
   from event e join bill b on b.id = e.object_id group by b.id`,
  `select 'sold ' || asset || ' ' || sum(filled_units) as line from venue_order group by asset`,
  `select 'audit ' || action || ' ' || count(*) as line from audit where action not like 'conversion.%' and action not like 'order.%' group by action`,
];

/** Webhooks are told once at least; what differs by a crash is how often they were tried, and each try is on record. */
const DELIVERIES = `
  select e.id, d.status, (select count(*) from webhook_attempt a where a.delivery_id = d.id)::int as tries
  from webhook_delivery d join event e on e.seq = d.event_seq`;
type DeliveryRow = { id: string; status: string; tries: number };

export type Look = { lines: string[]; broken: string[]; deliveries: DeliveryRow[] };

/** A look at a database that no process of the program uses. */
export async function lookAt(databaseUrl: string): Promise<Look> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const lines: string[] = [];
    for (const query of QUERIES)
      lines.push(...(await client.query<{ line: string }>(query)).rows.map(({ line }) => line));
    const broken: string[] = [];
    for (const { name, sql } of RULES) {
      const { rows } = await client.query<{ found: string }>(`select found from (${sql}) broken(found) limit 3`);
      broken.push(...rows.map(({ found }) => `${name}: ${found}`));
    }
    return { lines: lines.sort(), broken, deliveries: (await client.query<DeliveryRow>(DELIVERIES)).rows };
  } finally {
    await client.end();
  }
}

/** A minute passes for claims whose process died, and leases of the dead run out. */
export async function passTime(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query(
      "update idempotency set claimed_at = claimed_at - interval '1 minute' where completed_at is null",
    );
    await client.query(
      "update webhook_delivery set leased_until = clock_timestamp() where leased_until > clock_timestamp()",
    );
  } finally {
    await client.end();
  }
}

/**
 * An order that never left, as the start took longer than its deadline, is refused some time after that, and its hedge goes
 * again after as much: passes that time while there is such an order, and answers whether there was one.
 */
export async function passOrders(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `update deployment set clock_offset_ms = clock_offset_ms + $1 where exists (select from venue_order where status = 'OPEN'
         or status = 'REFUSED' and purpose = 'HEDGE' and updated_at > business_now() - $1 * interval '1 millisecond')`,
      [REFUSAL_MS],
    );
    return (rowCount ?? 0) > 0;
  } finally {
    await client.end();
  }
}

export function differences(truth: readonly string[], found: readonly string[]): string[] {
  const count = (lines: readonly string[], line: string) => lines.filter((each) => each === line).length;
  const all = [...new Set([...truth, ...found])];
  return all.flatMap((line) => {
    const [should, is] = [count(truth, line), count(found, line)];
    return should === is ? [] : [`${is} times instead of ${should}: ${line}`];
  });
}

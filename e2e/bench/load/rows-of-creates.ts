import pg from "pg";
import type { Program } from "#e2e/world/program.ts";
import { demand } from "./demand.ts";
import { ownerUrl } from "./inside.ts";

/** Of each bill of the bench's accounts what lies beside it; all are as many as the bills that were answered. */
const ROWS = `
  select count(*)::integer as bills, count(distinct b.address)::integer as addresses,
    count((select 1 from deposit_address d where d.bill_id = b.id))::integer as "addresses taken",
    count((select 1 from event e where e.object_id = b.id and e.account_id = b.account_id and e.type = 'payment.created'))::integer as events,
    count((select 1 from audit a where a.object_id = b.id::text and a.account_id = b.account_id))::integer as "lines of the audit",
    count((select 1 from idempotency i where i.account_id = b.account_id and i.body::jsonb ->> 'paymentId' = b.id::text))::integer as "kept answers"
  from bill b join account c on c.id = b.account_id where c.name like 'bench %'`;
/** What bills promise, by the bills themselves and by the sums that limits are asked by. */
const PROMISED = `
  select (select sum(promised_fiat_units) from bill b join account c on c.id = b.account_id where c.name like 'bench %')::text as bills,
    (select sum(p.wide) from account c cross join lateral promised_now(c.id, 'EUR', '', false) p where c.name like 'bench %')::text as sums`;

export async function demandRows(program: Program, answered: number): Promise<void> {
  const client = new pg.Client(ownerUrl(program));
  await client.connect();
  const { rows } = await client.query<Record<string, number>>(ROWS);
  const { rows: promised } = await client.query<{ bills: string; sums: string }>(PROMISED);
  await client.end();
  const counts = Object.entries(rows[0] ?? {});
  process.stdout.write(
    `${answered} creates answered; ${counts.map(([what, count]) => `${count} ${what}`).join(", ")}\n`,
  );
  demand(counts.length > 0 && counts.every(([, count]) => count === answered));
  demand(promised[0] !== undefined && promised[0].bills === promised[0].sums);
}

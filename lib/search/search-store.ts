import type { Ctx } from "#lib/kernel/context.ts";
import { Prisma, runLean } from "#lib/kernel/database.ts";
import type { Found } from "./contract.ts";

/** Records that one kind of text may bring up, so that a short beginning cannot fill the list with one kind. */
const PER_KIND = 5;

/**
 * What begins with the text, in the account's own records: each kind by its own index, newest first where it has a time;
 * of subaccounts each once, from one to the next, however many bills it has.
 */
export async function recordsBeginning({ app, db }: Ctx, accountId: string, typed: string): Promise<Found[]> {
  const key = /^(0x|bc1|tb1)/i.test(typed) ? typed.toLowerCase() : typed;
  const begins = (column: Prisma.Sql, text: string) =>
    Prisma.sql`${column} ~>=~ ${text} and ${column} ~<~ (${text} || chr(1114111))`;
  const ids = idRange(typed);
  const byId = ids
    ? Prisma.sql`
    (select 'payment' as kind, 'paymentId' as "by", id::text as value, id::text as id from bill
      where account_id = ${accountId}::uuid and id between ${ids.first}::uuid and ${ids.last}::uuid order by id desc limit ${PER_KIND})
    union all
    (select 'conversion', 'invoiceId', id::text, id::text from conversion
      where account_id = ${accountId}::uuid and id between ${ids.first}::uuid and ${ids.last}::uuid order by id desc limit ${PER_KIND})
    union all`
    : Prisma.empty;
  return runLean<Found>(
    app.database,
    db,
    Prisma.sql`${byId}
    (select 'payment' as kind, 'address' as "by", address as value, id::text as id from bill
      where account_id = ${accountId}::uuid and ${begins(Prisma.sql`address_key`, key)} limit ${PER_KIND})
    union all
    (select 'payment', 'reference', reference, id::text from bill
      where account_id = ${accountId}::uuid and ${begins(Prisma.sql`reference`, typed)} limit ${PER_KIND})
    union all
    (select 'payment', 'txHash', d.tx_hash, d.bill_id::text from deposit d
      where d.account_id = ${accountId}::uuid and ${begins(Prisma.sql`d.tx_hash`, typed.toLowerCase())} limit ${PER_KIND})
    union all
    (with recursive named as (
      (select subaccount from bill
        where account_id = ${accountId}::uuid and ${begins(Prisma.sql`subaccount`, typed)} order by subaccount using ~<~ limit 1)
      union all
      select (select b.subaccount from bill b
        where b.account_id = ${accountId}::uuid and b.subaccount ~>~ named.subaccount and ${begins(Prisma.sql`b.subaccount`, typed)}
        order by b.subaccount using ~<~ limit 1) from named where named.subaccount is not null
    ) select 'subaccount', 'subaccount', subaccount, subaccount from named where subaccount is not null limit ${PER_KIND})`,
  );
}

const ID_DIGITS = 32;

/** The ids that begin with these hexadecimal digits, dashes or not; undefined when no id does. */
function idRange(typed: string): { first: string; last: string } | undefined {
  const digits = typed.replaceAll("-", "").toLowerCase();
  if (!/^[0-9a-f]+$/.test(digits) || digits.length > ID_DIGITS) return undefined;
  return { first: digits.padEnd(ID_DIGITS, "0"), last: digits.padEnd(ID_DIGITS, "f") };
}

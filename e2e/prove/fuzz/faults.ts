import type { SelfTest } from "#e2e/world/planted.ts";

/** What the fuzz must find: failures, figures that do not add up, and what belongs to another account. */
export const selfTest: SelfTest = {
  args: ["--requests", "1000"],
  seeds: 1,
  faults: [
    {
      name: "invoices of another account are told",
      plants: [
        {
          file: "lib/conversions/conversions.sql.ts",
          old: "where v.id = $2::uuid and v.account_id = $3::uuid`",
          new: "where v.id = $2::uuid and $3::uuid is not null`",
        },
      ],
    },
    {
      name: "events of every account are read by the cursor",
      plants: [
        {
          file: "lib/events/outbox-store.ts",
          old: "accountId === undefined ? Prisma.empty : Prisma.sql`and account_id = ${accountId}::uuid`",
          new: "Prisma.empty",
        },
      ],
    },
    {
      name: "a bill asks for one unit more than it needs",
      plants: [
        {
          file: "lib/pricing/price.ts",
          old: "return ceilDiv(wanted, 10n ** BigInt(scaleOf(bill.fiat)) * bill.price.units * soldShare);",
          new: "return 1n + ceilDiv(wanted, 10n ** BigInt(scaleOf(bill.fiat)) * bill.price.units * soldShare);",
        },
      ],
    },
    {
      name: "a payment's fee is left out of its figures",
      plants: [
        {
          sql: `do $$ begin execute replace(pg_get_functiondef('payment_record(bill, timestamptz, boolean)'::regprocedure),
            'plain_member(''feeQuantity'', amount_of(b.fee_units, b.asset))', 'plain_member(''feeQuantity'', amount_of(0, b.asset))'); end $$`,
        },
      ],
    },
    {
      name: "the summary counts more than was received",
      plants: [
        {
          file: "lib/payments/store.ts",
          old: "sum(t.received_units) as received,",
          new: "sum(t.received_units + 1) as received,",
        },
      ],
    },
    {
      name: "balances tell what is free as locked too",
      plants: [
        {
          file: "lib/ledger/get-balances.ts",
          old: "row.asset === asset && row.kind === kind)",
          new: 'row.asset === asset && row.kind === (kind === "locked" ? "available" : kind))',
        },
      ],
    },
    {
      name: "a text that is no id reaches the database",
      plants: [{ file: "lib/kernel/ids.ts", old: "UUID.test(text);", new: "text.length > 0;" }],
    },
  ],
};

import type { Fault, Plant, SelfTest } from "#e2e/world/planted.ts";

const only = (race: string): string[] => ["--only", race, "--rounds", "20"];

const noBillLock: Plant = { file: "lib/bills/bills.sql.ts", old: "order by id for update of b`", new: "order by id`" };

const noDepositLock: Plant = {
  file: "lib/deposits/deposits.sql.ts",
  old: "order by block_height nulls last, position, output_index, id for update`",
  new: "order by block_height nulls last, position, output_index, id`",
};

const faults: readonly Fault[] = [
  { name: "a bill is not locked while something happens to it", args: only("workers"), plants: [noBillLock] },
  {
    name: "a hold is decided again after it was decided",
    args: only("holds"),
    plants: [
      {
        file: "lib/deposits/decide-hold.ts",
        old: 'deposit.status !== "HELD"',
        new: 'deposit.status === "UNCONFIRMED"',
      },
    ],
  },
  {
    name: "payouts lock neither bill nor deposit",
    args: only("payouts"),
    plants: [
      noBillLock,
      {
        file: "lib/payouts/payouts.sql.ts",
        old: "order by created_at, id for update`",
        new: "order by created_at, id`",
      },
    ],
  },
  {
    name: "invoices lock neither bill nor unconverted balance",
    args: only("invoices"),
    plants: [
      noBillLock,
      {
        file: "lib/deposits/unconverted-balance.sql.ts",
        old: "order by created_at, id for update`",
        new: "order by created_at, id`",
      },
    ],
  },
  {
    name: "fiat payouts of an account do not wait for one another",
    args: only("fiat"),
    plants: [
      {
        file: "lib/payouts/payouts.sql.ts",
        old: "where id = $1::uuid for update`",
        new: "where id = $1::uuid`",
      },
    ],
  },
  {
    name: "a request for approval is not locked while it is decided",
    args: only("fiat"),
    plants: [
      {
        file: "lib/approvals/approvals.sql.ts",
        old: "select id from approval where id = $1::uuid for update`",
        new: "select id from approval where id = $1::uuid`",
      },
    ],
  },
  {
    name: "creates of an account pass its limit together",
    args: only("exposure"),
    plants: [
      {
        file: "lib/bills/bills.sql.ts",
        old: "s.narrow, 16, $2) r",
        new: "s.narrow, 0, $2) r",
      },
    ],
  },
  {
    name: "creates pass the house's limit together",
    args: only("exposure"),
    plants: [
      {
        file: "lib/bills/bills.sql.ts",
        old: "s.narrow, 16, true) r",
        new: "s.narrow, 0, true) r",
      },
    ],
  },
  {
    name: "an invoice is not locked while it is executed",
    args: only("invoices"),
    plants: [
      {
        file: "lib/conversions/conversions.sql.ts",
        old: "select id from conversion where id = $1::uuid for update`",
        new: "select id from conversion where id = $1::uuid`",
      },
    ],
  },
  {
    name: "an invoice is cancelled while its order is at the venue",
    args: only("invoices"),
    plants: [
      {
        file: "lib/conversions/cancel-conversion.ts",
        old: 'return status === "CREATED" || status === "QUOTED";',
        new: 'return status !== "EXECUTED" && status !== "CANCELLED";',
      },
      {
        file: "lib/conversions/cancel-conversion.ts",
        old: '  advance(conversion.status, "CANCELLED");\n',
        new: "  void advance;\n",
      },
      { sql: "insert into state_transition values ('conversion', 'EXECUTING', 'CANCELLED') on conflict do nothing" },
    ],
  },
  {
    name: "a quote outlives its end by a second",
    args: only("deadlines"),
    plants: [
      {
        file: "lib/conversions/conversions.sql.ts",
        old: 'q.expires_at <= business_now() as "quote_expired"',
        new: "q.expires_at + interval '1 second' <= business_now() as \"quote_expired\"",
      },
    ],
  },
  {
    name: "an order is sent after its deadline",
    args: only("deadlines"),
    plants: [
      {
        file: "lib/liquidity/liquidity.sql.ts",
        old: "and sent_at is null and deadline > business_now()`",
        new: "and sent_at is null`",
      },
    ],
  },
  {
    name: "a late deposit stays due while its order is out",
    args: only("workers"),
    plants: [
      {
        file: "lib/deposits/market-order.ts",
        old: "  await setTreatAfter(ctx.db, depositId, undefined);\n",
        new: "",
      },
    ],
  },
  {
    name: "a bill's end is told by every worker that sees it",
    args: only("workers"),
    plants: [
      {
        file: "lib/bills/bills.sql.ts",
        old: "where b.id = e.id and not b.expiry_told returning b.id`",
        new: "where b.id = e.id returning b.id`",
      },
    ],
  },
  {
    name: "hedges of a pair do not wait for one another",
    args: only("workers"),
    plants: [
      {
        file: "lib/liquidity/hedge.ts",
        old: "  await lockHedge(ctx.db, pair.base, pair.fiat);\n",
        new: "  void lockHedge;\n",
      },
      { sql: "drop index venue_order_one_hedge" },
    ],
  },
  {
    name: "workers settle a bill's deposits beside each other",
    args: only("workers"),
    plants: [noBillLock, noDepositLock],
  },
];

/** What the races must find: a lock, a guard or a tick taken away. */
export const selfTest: SelfTest = { args: ["--rounds", "10"], seeds: 3, faults };

import type { SelfTest } from "#e2e/world/planted.ts";

const MEMORY = ["--only", "memory"];
const SQL = ["--only", "sql"];

/** What the orders must find: sold twice, booked twice, booked otherwise, or not at all. */
export const selfTest: SelfTest = {
  args: [],
  seeds: 2,
  faults: [
    {
      name: "an order without an answer counts as refused",
      args: MEMORY,
      plants: [
        {
          file: "lib/liquidity/protocol.ts",
          old: 'if (outcome.state === "UNKNOWN") await journal.keepUnknown({ ...doubtOf(outcome), afterMs: 0, missedPolls: 0 });',
          new: 'if (outcome.state === "UNKNOWN") await journal.record({ state: "REFUSED", reason: outcome.reason });',
        },
      ],
    },
    {
      name: "an order counts as never placed as soon as its deadline has passed",
      args: MEMORY,
      plants: [
        {
          file: "lib/liquidity/protocol.ts",
          old: "attempt.deadline.getTime() + Math.max(MARGIN_MS, fence.marginMs) - at.getTime()",
          new: "attempt.deadline.getTime() - at.getTime()",
        },
        {
          file: "lib/liquidity/protocol.ts",
          old: "export const MISSED_POLLS = 2;",
          new: "export const MISSED_POLLS = 1;",
        },
      ],
    },
    {
      name: "a trade that is told twice is booked twice",
      args: MEMORY,
      plants: [
        {
          file: "lib/liquidity/fill.ts",
          old: "new Map(reported.map((trade) => [trade.tradeId, trade]))",
          new: "new Map(reported.map((trade, at) => [at, trade]))",
        },
        {
          file: "lib/liquidity/fill.ts",
          old: "if (fill.quantity.compare(executed) !== 0)",
          new: "if (fill.quantity.compare(executed) < 0)",
        },
      ],
    },
    {
      name: "an order is booked before all of its trades are told",
      args: MEMORY,
      plants: [
        {
          file: "lib/liquidity/fill.ts",
          old: "if (fill.quantity.compare(executed) !== 0)",
          new: "if (fill.quantity.compare(executed) > 0)",
        },
      ],
    },
    {
      name: "two processes send the same order",
      args: SQL,
      plants: [
        {
          file: "lib/liquidity/liquidity.sql.ts",
          old: "status = 'OPEN' and sent_at is null and deadline > business_now()`",
          new: "status = 'OPEN' and deadline > business_now()`",
        },
      ],
    },
    {
      name: "the venue's own reference is not kept",
      args: SQL,
      plants: [
        {
          file: "lib/liquidity/liquidity.sql.ts",
          old: "update venue_order set venue_ref = $1, deadline =",
          new: "update venue_order set last_error = $1, deadline =",
        },
      ],
    },
    {
      name: "trades are stored as one unit more than they were",
      args: SQL,
      plants: [
        {
          file: "lib/liquidity/liquidity.sql.ts",
          old: "select $1, t.trade_id, $2::uuid, t.units,",
          new: "select $1, t.trade_id, $2::uuid, t.units + 1,",
        },
      ],
    },
    {
      name: "the missed polls are not kept",
      args: SQL,
      plants: [
        {
          file: "lib/liquidity/liquidity.sql.ts",
          old: "tries = $3::integer, updated_at",
          new: "tries = 0 * $3::integer, updated_at",
        },
      ],
    },
    {
      name: "what counted as never placed is never looked up again",
      args: SQL,
      plants: [
        {
          file: "lib/liquidity/liquidity.sql.ts",
          old: "where status = 'REFUSED' and missed and tries <",
          new: "where status = 'REFUSED' and not missed and tries <",
        },
      ],
    },
    {
      name: "the order's finalOutcome is written but its trades are not posted",
      args: SQL,
      plants: [
        {
          file: "lib/liquidity/hedge.ts",
          old: 'if (!order || finalOutcome.state === "REFUSED") return;',
          new: "if (order || !order) return;",
        },
      ],
    },
  ],
};

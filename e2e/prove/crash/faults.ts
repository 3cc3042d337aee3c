import type { SelfTest } from "#e2e/world/planted.ts";

const WEB = ["--only", "web", "--points", "40"];
/** What shows in a single moment of each action is looked for there. */
const before = (where: string, text: string): string[] => ["--only", where, "--before", text, "--points", "24"];
const WORKER = ["--only", "worker", "--points", "24"];

/** What the crash must find: effects that stand by half, that happen twice, or that are gone. */
export const selfTest: SelfTest = {
  args: ["--only", "points", "--points", "4"],
  seeds: 1,
  faults: [
    {
      name: "events are told before what they tell is written",
      args: WORKER,
      plants: [
        {
          file: "lib/events/emit.ts",
          old: "  await insertPaymentEvents(\n    ctx.db,\n",
          new: "  await insertPaymentEvents(\n    ctx.app.database.prisma,\n",
        },
      ],
    },
    {
      name: "an answer is stored under its key after the effect",
      args: before("web", "update idempotency"),
      plants: [
        {
          file: "lib/http/idempotency.ts",
          old: "if (!(await completeRow(db, scope, owner, storedOf(presented(out)), openSeconds))) throw inFlight();",
          new: "void db; void out;",
        },
      ],
    },
    {
      name: "crypto is freed of its conversion before the conversion is cancelled, in a transaction of its own",
      args: before("web", "update conversion set status = 'CANCELLED'"),
      plants: [
        {
          file: "lib/conversions/cancel-conversion.ts",
          old: "  await releaseItems(ctx.db, id);\n",
          new: '  await releaseItems(ctx.db, id);\n  await ctx.db.$executeRawUnsafe("commit");\n  await ctx.db.$executeRawUnsafe("begin");\n',
        },
      ],
    },
    {
      name: "a block is orphaned before its deposits are reversed",
      args: before("worker", "select id from outgoing where network"),
      plants: [
        {
          file: "lib/chains/scan.ts",
          old: "    await watcher.orphaned(tx, chain, { height: cursor.height, hash: cursor.hash });\n    return to;\n  });",
          new: "    return to;\n  }).then(async (moved) => {\n    if (moved) await ctx.transaction((tx) => watcher.orphaned(tx, chain, { height: cursor.height, hash: cursor.hash }));\n    return moved;\n  });",
        },
      ],
    },
    {
      name: "a webhook counts as delivered when it is taken",
      args: before("worker", "with outcome as"),
      plants: [
        {
          file: "lib/webhooks/delivery.sql.ts",
          old: "update webhook_delivery d set lease = $6::uuid,",
          new: "update webhook_delivery d set status = 'DELIVERED', next_at = null, lease = $6::uuid,",
        },
      ],
    },
    {
      name: "an order that was sent is never looked up",
      args: WEB,
      plants: [
        {
          file: "lib/liquidity/liquidity.sql.ts",
          old: "where status = 'OPEN' and next_at <= business_now() order by next_at limit $1`",
          new: "where status = 'OPEN' and next_at <= business_now() and sent_at is null order by next_at limit $1`",
        },
      ],
    },
  ],
};

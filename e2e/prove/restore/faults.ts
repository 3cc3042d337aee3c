import type { SelfTest } from "#e2e/world/planted.ts";

const RECOVER = "lib/recovery/recover.ts";
const ADOPT = "lib/liquidity/adopt-orders.ts";

/** By the operator's commands, on the program's own database. */
const BY_COMMANDS = ["--bills", "40", "--rounds", "2"];

/** What the drill must find: each is a way to hand out, sell or forget twice after a restore. */
export const selfTest: SelfTest = {
  args: ["--writers", "2"],
  seeds: 1,
  faults: [
    {
      name: "an older copy is not noticed",
      plants: [
        { file: "prisma/epoch.ts", old: "seen.audit > now.audit || seen.event > now.event", new: "seen.audit < 0" },
      ],
    },
    {
      name: "what was noted of the wallets is not looked at",
      plants: [{ file: RECOVER, old: "Math.max(noted, nextIndex) :", new: "nextIndex - margin :" }],
    },
    {
      name: "what lies ready is handed out",
      plants: [
        {
          file: "lib/wallets/pass-over.ts",
          old: "passed = await setAsidePool(tx.db, walletId);",
          new: "passed = await setAsidePool(tx.db, tx.id());",
        },
      ],
    },
    {
      name: "hedges since the backup are not taken into the books",
      plants: [
        { file: ADOPT, old: '(await adoptKnown(ctx, { ...each, venue: venue.name }, "FILLED")) ? 1 : 0', new: "0" },
      ],
    },
    {
      name: "what sold known coins is not kept",
      plants: [{ file: ADOPT, old: "(await insertAdopted(ctx.db, venue.name, each)) ? 1 : 0", new: "0" }],
    },
    {
      name: "what the venue has sold since the backup is not asked for, by the operator's commands",
      args: BY_COMMANDS,
      plants: [
        { file: ADOPT, old: "for (const each of executed) {", new: "for (const each of executed.slice(0, 0)) {" },
      ],
    },
    {
      name: "what lies ready is handed out, by the operator's commands",
      args: BY_COMMANDS,
      plants: [
        {
          file: "lib/wallets/pass-over.ts",
          old: "passed = await setAsidePool(tx.db, walletId);",
          new: "passed = await setAsidePool(tx.db, tx.id());",
        },
      ],
    },
    {
      name: "an order of known coins has a reference of chance",
      plants: [
        {
          file: "lib/liquidity/order-reference.ts",
          old: "if (identity === undefined) return ctx.id();",
          new: "if (identity !== '') return ctx.id();",
        },
      ],
    },
    {
      name: "a recovery that is begun anew asks the venue from then on",
      plants: [
        {
          file: "lib/recovery/recovery.sql.ts",
          old: "where a.at < d.restored_at",
          new: "where a.at < business_now()",
        },
      ],
    },
    {
      name: "no chain is read before the start",
      plants: [
        {
          file: RECOVER,
          old: "while ((await scanChain(ctx, chain, watcher)).moved);",
          new: "while (!ctx && (await scanChain(ctx, chain, watcher)).moved);",
        },
      ],
    },
    {
      name: "change of the lost hours is taken for money that left",
      plants: [{ file: RECOVER, old: "do await extendChange(ctx);", new: "do await readPeak(ctx.db);" }],
    },
    {
      name: "a payout of before the backup is paid while the chain has not told what has left",
      plants: [
        {
          file: "lib/payouts/sign-payout.ts",
          old: "if (payout.mayHaveLeft) throw heldSinceRestore(network);",
          new: "if (!payout) throw heldSinceRestore(network);",
        },
      ],
    },
    {
      name: "what left for a payout that is approved once more stays missing",
      plants: [
        {
          file: "lib/payouts/approve-payout.ts",
          old: "if (isFiat(asset)) return;",
          new: "if (isFiat(asset) || askedAt) return;",
        },
      ],
    },
  ],
};

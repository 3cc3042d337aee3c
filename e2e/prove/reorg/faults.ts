import type { SelfTest } from "#e2e/world/planted.ts";

/** What the reorganisations must find: what is not taken back, taken back by half, or lost when it comes again. */
export const selfTest: SelfTest = {
  args: ["--only", "EVM"],
  seeds: 1,
  faults: [
    {
      name: "a reversal is not posted",
      plants: [
        {
          file: "lib/deposits/reverse-deposit.ts",
          old: "  await post(ctx, mergedEntries(entries), aboutDeposit(deposit));\n",
          new: "  void mergedEntries(entries);\n",
        },
      ],
    },
    {
      name: "fills of a reversed deposit stand",
      plants: [
        {
          file: "lib/deposits/reverse-deposit.ts",
          old: "  await reverseFills(ctx.db, deposit.id);\n",
          new: "  void reverseFills;\n",
        },
      ],
    },
    {
      name: "a block that is gone takes nothing back",
      plants: [
        {
          file: "lib/chains/scan.ts",
          old: "    await watcher.orphaned(tx, chain, { height: cursor.height, hash: cursor.hash });\n",
          new: "    void watcher;\n",
        },
      ],
    },
    {
      name: "a deposit that comes again stays dropped",
      plants: [
        {
          file: "lib/deposits/watch.ts",
          old: 'if (known.status !== "UNCONFIRMED" && known.status !== "DROPPED") return;',
          new: 'if (known.status !== "UNCONFIRMED") return;',
        },
      ],
    },
    {
      name: "a double spend is told as gone",
      plants: [
        { file: "lib/chains/evm.ts", old: 'return still === "GONE" ? "DOUBLE_SPENT" : still;', new: "return still;" },
      ],
    },
    {
      name: "fiat that was credited is not taken back",
      plants: [
        {
          file: "lib/deposits/reverse-deposit.ts",
          old: "  for (const fill of own) {",
          new: "  for (const fill of own.slice(0, 0)) {",
        },
      ],
    },
    {
      name: "the reason of a dropped deposit is forgotten",
      plants: [
        {
          file: "lib/deposits/reversal.sql.ts",
          old: "update deposit d set status = 'DROPPED', reason_code = $1,",
          new: "update deposit d set status = 'DROPPED', reason_code = coalesce('REORGANISED', $1),",
        },
      ],
    },
  ],
};

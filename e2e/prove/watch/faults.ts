import type { SelfTest } from "#e2e/world/planted.ts";

/** What the watch must find: payments and blocks lost, doubled, or written down otherwise than they are. */
export const selfTest: SelfTest = {
  args: ["--kills", "4"],
  seeds: 2,
  faults: [
    {
      name: "logs that a node leaves out are not missed",
      plants: [
        {
          file: "lib/chains/evm.ts",
          old: "if (!isEmptyBloom(block.logsBloom) && bloomOf(logs) !== block.logsBloom.toLowerCase())",
          new: "if (isEmptyBloom(block.logsBloom) && bloomOf(logs) !== block.logsBloom.toLowerCase())",
        },
      ],
    },
    {
      name: "the payments of every third block are skipped",
      plants: [
        {
          file: "lib/chains/scan.ts",
          old: "    await watcher.block(tx, chain, block);\n",
          new: "    if (block.height % 3 !== 0) await watcher.block(tx, chain, block);\n",
        },
      ],
    },
    {
      name: "of several payments by one transaction the first alone counts",
      plants: [
        {
          file: "lib/deposits/watch.ts",
          old: "return found && transfer.units > 0n ? [{ transfer, found }] : [];",
          new: "return found && transfer.units > 0n && transfer.outputIndex < 3 ? [{ transfer, found }] : [];",
        },
      ],
    },
    {
      name: "a payment on a sibling chain is ignored",
      plants: [
        {
          file: "lib/deposits/watch.sql.ts",
          old: "from deposit_address where script = s.script\n",
          new: "from deposit_address where script = s.script and network = $2\n",
        },
      ],
    },
    {
      name: "a payment is written down as one unit more",
      plants: [
        { file: "lib/chains/evm-logs.ts", old: "? BigInt(each.data) : 0n;", new: "? BigInt(each.data) + 1n : 0n;" },
      ],
    },
    {
      name: "a block is written down with the time it was seen at",
      plants: [
        {
          file: "lib/chains/chains.sql.ts",
          old: "select $1, b.hash, b.height, b.parent_hash, b.block_time, business_now()",
          new: "select $1, b.hash, b.height, b.parent_hash, coalesce(business_now(), b.block_time), business_now()",
        },
      ],
    },
    {
      name: "another token counts as this one",
      plants: [
        {
          file: "lib/chains/evm-logs.ts",
          old: "const asset = assets.get(each.address.toLowerCase());",
          new: "const [asset] = assets.values();",
        },
      ],
    },
  ],
};

import { expect, test } from "vitest";
import { ChainFault } from "./chain.ts";
import { logRanges } from "./evm-ranges.ts";

const TIP = 100_000;

test("blocks are read ahead again some time after an endpoint has refused even the smallest range", async () => {
  let refuses = true;
  const spans: number[] = [];
  const ranges = logRanges({ blocks: 64, results: 10_000 }, async (first, last) => {
    if (refuses)
      throw new ChainFault("eth", "The node refused eth_getLogs: rate limit exceeded", true, { code: -32_005 });
    spans.push(last - first + 1);
    return [];
  });
  for (let height = 0; height < 10; height += 1) expect(await ranges.take(height, TIP)).toBeUndefined();
  refuses = false;
  for (let height = 10; height < 400; height += 1) await ranges.take(height, TIP);
  expect(Math.max(0, ...spans)).toBe(64);
});

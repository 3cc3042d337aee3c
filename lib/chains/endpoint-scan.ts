import type { FoundOutput, OutputScan, ScanResult } from "./chain.ts";

/**
 * All endpoints scan at once, and what any of them finds is found: none can keep an output to itself. One that fails, or is
 * ended, ends the others: what it leaves unsaid is not believed of them.
 */
export function everyScan(scans: readonly OutputScan[]): OutputScan | undefined {
  const [first, ...others] = scans;
  if (!first || others.length === 0) return first;
  const abort = async () => {
    for (const outcome of await Promise.allSettled(scans.map((scan) => scan.abort())))
      if (outcome.status === "rejected") throw outcome.reason;
  };
  return {
    async start(scripts) {
      let fault: { reason: unknown } | undefined;
      const leaveOff = async (reason: unknown): Promise<undefined> => {
        fault ??= { reason };
        await abort().catch(() => undefined);
      };
      const results = await Promise.all(scans.map((scan) => scan.start(scripts).catch(leaveOff)));
      if (fault) throw fault.reason;
      return merged(results);
    },
    progress: async () => Math.min(...(await Promise.all(scans.map((scan) => scan.progress())))),
    abort,
  };
}

function merged(results: readonly (ScanResult | undefined)[]): ScanResult | undefined {
  const found = results.filter((each) => each !== undefined);
  if (found.length < results.length) return undefined;
  const outputs = new Map<string, FoundOutput>();
  for (const each of found)
    for (const output of each.outputs) outputs.set(`${output.txHash}:${output.outputIndex}`, output);
  return { height: Math.min(...found.map(({ height }) => height)), outputs: [...outputs.values()] };
}

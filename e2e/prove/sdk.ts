import { isDeepStrictEqual } from "node:util";
import { openApi } from "#e2e/world/api.ts";
import { closeTestCluster } from "#e2e/world/database.ts";
import { packSdk, SDK_OUTPUT } from "#e2e/world/sdk-package.ts";
import { nodeOf } from "./sdk/nodes.ts";

// Proof: the packed SDK, and nothing beside it, does all of its work on every Node it is for. A version that is not on
// this machine is fetched from the registry; one that cannot be had is a fault.

const VERSIONS = [20, 22, 24];

/** What is told of a program that has ended in an error. */
const ended = (version: number) => (error: Error) => ({
  node: `v${version}`,
  ended: error.message.split("\n").find((line) => /^\w*Error\b/.test(line)) ?? error.message,
});

const sdk = await packSdk();
const api = await openApi();
let faults = 0;
const missing: number[] = [];
try {
  for (const version of VERSIONS) {
    const node = nodeOf(version);
    if (!node) {
      missing.push(version);
      continue;
    }
    const { node: printed, ...output } = await sdk
      .runOn(node, `http://127.0.0.1:${api.port}`, api.key)
      .catch(ended(version));
    const holds = String(printed).startsWith(`v${version}.`) && isDeepStrictEqual(output, SDK_OUTPUT);
    if (!holds) faults += 1;
    process.stdout.write(`  Node ${printed}: ${holds ? "all of it" : `WRONG ${JSON.stringify(output)}`}\n`);
  }
} finally {
  await api.close();
  await closeTestCluster();
  sdk.remove();
}
for (const version of missing)
  process.stdout.write(`  The SDK was NOT tried on Node ${version}: install it, or let npm reach its registry.\n`);
process.stdout.write(`${VERSIONS.length - missing.length} of ${VERSIONS.length} Nodes, ${faults} faults\n`);
process.exitCode = faults + missing.length > 0 ? 1 : 0;

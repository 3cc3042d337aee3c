import { parseArgs } from "node:util";
import { startProgram } from "#e2e/world/program.ts";
import { playOn } from "#lib/cli/play-bills.ts";
import { accountOf } from "#lib/kernel/context.ts";
import { contend, floorSide, type Load, programSide, serveFloor } from "./load/contest.ts";
import { fastKey, inside, ownerUrl } from "./load/inside.ts";
import { residentMb } from "./load/processes.ts";

// Signed pages of 50 payments with their deposits and fills, of the whole program, against bare node:http + pg that read
// and send the same bytes; then the memory its processes are left with.

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "2" },
    target: { type: "string" },
  },
});
const TARGET = Number(values.target ?? 0.5);
const CONNECTIONS = 20;
const MOST_REQUESTS = 20_000;
const BILLS = 60;

const program = await startProgram({ embedded: true });
try {
  const { accountId, key } = await inside(program, async (ctx) => {
    await playOn(ctx.app, accountOf(ctx), BILLS);
    return { accountId: accountOf(ctx).id, key: await fastKey(ctx) };
  });
  const load: Load = {
    method: "GET",
    target: `/payment/v1/payment?startTime=${Date.now() - 86_400_000}&limit=50`,
    body: "",
    key,
    keyed: false,
    connections: CONNECTIONS,
    durationMs: Number(values.seconds) * 1000,
    mostRequests: MOST_REQUESTS,
  };
  const token = "x".repeat(200);
  const floor = await serveFloor("floor-payments.ts", program.dataDir, {
    FLOOR_URL: ownerUrl(program),
    FLOOR_ACCOUNT: accountId,
    FLOOR_TOKEN: token,
  });
  const rounds = Number(values.rounds);
  try {
    await contend({ program: programSide(program, load), floor: floorSide(floor, load), rounds, target: TARGET });
  } finally {
    floor.stop();
  }
  for (const [name, file] of [
    ["web", "lib/server/main.ts"],
    ["worker", "lib/worker/main.ts"],
  ] as const)
    process.stdout.write(
      `memory of the ${name} process after load: ${residentMb(program.dataDir, file)?.toFixed(0) ?? "unknown"} MB\n`,
    );
} finally {
  await program.stop();
}

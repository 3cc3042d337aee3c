import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { startProgram } from "#e2e/world/program.ts";
import { openAccount } from "#lib/people/accounts.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { addWallet } from "#lib/wallets/add-wallet.ts";
import { refillPool } from "#lib/wallets/pool.ts";
import { SANDBOX_WALLETS } from "#lib/wallets/sandbox-keys.ts";
import { contend, floorSide, type Load, programSide, serveFloor } from "./load/contest.ts";
import { databaseBeside, fastKey, inside } from "./load/inside.ts";

// Signed creates per second of the real program against bare node:http + pg that write the same rows on the same
// server: with an idempotency key, as our SDK sends one, and with limits of the account and of the house, as live has them.
// All creates are one account's. Addresses are derived ahead on both sides, as the worker does: what is measured is the
// path of a create.

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "2" },
    target: { type: "string" },
    /** Without idempotency keys and limits. */
    plain: { type: "boolean", default: false },
    /** A folder for processor profiles of the program's processes. */
    profile: { type: "string" },
  },
});
const TARGET = Number(values.target ?? 0.5);
const CONNECTIONS = 40;
const MOST_REQUESTS = 6_000;
const BATCH = 100;
/** Far enough away never to refuse. */
const FAR_LIMITS = { openExposureLimit: "9000000000", "houseExposureLimit.BTC": "1000000" };

const rounds = Number(values.rounds);
const profiled = values.profile && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${resolve(values.profile)}` };
const program = await startProgram({ embedded: true, args: ["--only=api"], env: { ...profiled } });
try {
  const addresses = (rounds + 1) * MOST_REQUESTS;
  const floorUrl = await databaseBeside(program, async (ctx) => {
    for (const wallet of SANDBOX_WALLETS) await addWallet(ctx, wallet);
    await openAccount(ctx, "bench");
    await derive(ctx, addresses);
  });
  const key = await inside(program, async (ctx) => {
    await derive(ctx, addresses);
    if (!values.plain) await changeSettings(ctx, FAR_LIMITS);
    return fastKey(ctx);
  });
  const floor = await serveFloor("floor-create.ts", program.dataDir, { FLOOR_URL: floorUrl });
  const round: Load = {
    method: "POST",
    target: "/payment/v1/requestPaymentAddress",
    body: JSON.stringify({ cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, subaccount: "acme-42", bech32: true }),
    key,
    keyed: !values.plain,
    connections: CONNECTIONS,
    durationMs: Number(values.seconds) * 1000,
    mostRequests: MOST_REQUESTS,
  };
  try {
    await contend({ program: programSide(program, round), floor: floorSide(floor, round), rounds, target: TARGET });
  } finally {
    floor.stop();
  }
} finally {
  await program.stop();
}

async function derive(ctx: Ctx, addresses: number): Promise<void> {
  for (let made = 0; made < addresses; made += BATCH) await refillPool(ctx, "BTC_P2WPKH");
}

import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { demand } from "./load/demand.ts";
import { embeddedUrl } from "./load/inside.ts";
import { contendLogAndLimits } from "./platform/log-and-limits.ts";
import { contendWebhooks } from "./platform/webhooks.ts";
import { startMeasured } from "./load/measured.ts";

// What the platform around the seven operations bears: webhooks per second to one receiver, signing and storing each
// try in it, and what the request log and the rate limits cost a create.

const { values } = parseArgs({
  options: {
    events: { type: "string", default: "4000" },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "2" },
    part: { type: "string", default: "webhooks,create" },
    /** Webhooks a second, and the share of creates, in place of their targets. */
    target: { type: "string" },
  },
});
const rounds = Number(values.rounds);
const parts = values.part.split(",");
const target = values.target === undefined ? {} : { target: Number(values.target) };

const program = await startMeasured({ args: ["--only=api"] });
try {
  if (parts.includes("webhooks")) await playWebhooks();
  if (parts.includes("create"))
    await contendLogAndLimits(program, { rounds, seconds: Number(values.seconds), ...target });
} finally {
  await program.stop();
}

async function playWebhooks(): Promise<void> {
  const worker = spawn(process.execPath, ["lib/worker/main.ts"], {
    cwd: resolve(import.meta.dirname, "../.."),
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATABASE_URL: embeddedUrl(program),
      DATA_DIR: program.dataDir,
      PORT: String(program.port),
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    demand(await contendWebhooks(program, { events: Number(values.events), rounds, ...target }));
  } finally {
    worker.kill("SIGTERM");
  }
}

import { setTimeout as sleep } from "node:timers/promises";
import { stopLeftCluster } from "./postgres-cluster.ts";
import { isAlive } from "./postgres-server.ts";

// Started by a process whose launcher was killed: waits for that process to end, then stops the database that is left.
// Usage: node lib/postgres/stop-left.ts FOLDER PID

/** As long as the launcher would have given it. */
const LONGEST_WAIT_MS = 6_000;

const [folder = "", pid = ""] = process.argv.slice(2);
for (const deadline = Date.now() + LONGEST_WAIT_MS; isAlive(Number(pid)) && Date.now() < deadline; ) await sleep(50);
if (isAlive(Number(pid))) process.kill(Number(pid), "SIGKILL");
await stopLeftCluster(folder);

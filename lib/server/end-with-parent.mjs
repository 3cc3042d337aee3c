// Loaded first into each process the launcher starts: when the launcher is gone, however it went, the process stops in
// order, and then the database, if it is our own (`?database=FOLDER`).
import { spawn } from "node:child_process";
import { join } from "node:path";

if (process.channel) {
  process.channel.unref();
  process.once("disconnect", () => {
    const folder = new URL(import.meta.url).searchParams.get("database");
    if (folder) stopDatabaseAfterUs(folder);
    process.kill(process.pid, "SIGTERM");
  });
  // What this process forks in turn lives by its own channel, which must hold it.
  process.execArgv.splice(process.execArgv.indexOf("--import"), 2);
}

/** @param {string} folder */
function stopDatabaseAfterUs(folder) {
  const entry = join(import.meta.dirname, "../postgres/stop-left.ts");
  spawn(process.execPath, [entry, folder, String(process.pid)], { detached: true, stdio: "ignore" }).unref();
}

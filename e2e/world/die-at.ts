import { writeFileSync } from "node:fs";
import pg from "pg";

// Loaded before a process by `node --import`: kills it with kill -9 right before the DIE_AT-th statement it would send, or,
// with DIE_AT=0, never. DIE_ARM=signal counts from SIGUSR2 on, DIE_ARM=wanted from the event `wanted` on, which in either
// case names the statement in place of DIE_AT. DIE_BEFORE counts only statements that hold this text.
// DIE_COUNT names a file for the number that were sent.

let dieAt = Number(process.env["DIE_AT"] ?? "0");
const counted = process.env["DIE_COUNT"];
const before = process.env["DIE_BEFORE"] ?? "";
const arm = process.env["DIE_ARM"];
let armed = arm !== "signal" && arm !== "wanted";
let sent = 0;
if (!armed) {
  process.once("SIGUSR2", () => {
    armed = true;
  });
  (process as NodeJS.EventEmitter).once("wanted", (statement: number) => {
    dieAt = statement;
    if (arm === "wanted") armed = true;
  });
}

const client = pg.Client.prototype as unknown as { query(...args: unknown[]): unknown };
const { query } = client;
client.query = function send(this: unknown, ...args: unknown[]) {
  if (armed && textOf(args[0]).includes(before)) {
    sent += 1;
    if (sent === dieAt) process.kill(process.pid, "SIGKILL");
  }
  return query.apply(this, args);
};
const textOf = (statement: unknown): string =>
  typeof statement === "string" ? statement : String((statement as { text?: unknown } | undefined)?.text ?? "");
process.once("exit", () => {
  if (counted) writeFileSync(counted, String(sent));
});

import { randomInt } from "node:crypto";
import { createServer } from "node:net";

// Below the ports systems hand out by themselves (Linux: 32768 up, RFC 6335: 49152 up), so that no connection going out
// takes one between the moment it was found free and the moment its owner listens.
const FIRST = 20_000;
const BEHIND = 32_000;
const TRIES = 1_000;

/** A TCP port of this machine on which no process listens, 20000 to 31999. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(FIRST, BEHIND);
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${FIRST} to ${BEHIND - 1} is free`);
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

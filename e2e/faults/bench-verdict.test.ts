import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const CONTEND = pathToFileURL(resolve(import.meta.dirname, "../bench/load/contest.ts")).href;

/** Two servers that are the same one, under the load that benches use: its arguments are its targets and the status it answers. */
const CONTEST = `
import { createServer } from "node:http";
import { once } from "node:events";
import { contend } from ${JSON.stringify(CONTEND)};
const [target, status, slowTimes] = process.argv.slice(2).map(Number);
const server = createServer((_request, response) => response.writeHead(status).end("{}")).listen(0, "127.0.0.1");
await once(server, "listening");
const key = { keyId: "k", secret: "s" };
const round = { port: server.address().port, method: "GET", targets: ["/"], body: "", keys: [key], keyed: false, connections: 2, durationMs: 30, mostRequests: 20 };
const side = { round, cpuMs: () => 0 };
await contend({ name: "same", program: side, floor: side, rounds: 1, targets: { rate: target, slowTimes } });
server.closeAllConnections();
server.close();
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "desk-bench-"));
  writeFileSync(join(folder, "contest.mjs"), CONTEST);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function contest(target: number, status: number, slowTimes = 1_000): Promise<{ code: number | null; output: string }> {
  return run([join(folder, "contest.mjs"), ...[target, status, slowTimes].map(String)]);
}

function run(args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, args);
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    output += chunk;
  });
  return new Promise((done, fail) => child.once("error", fail).once("close", (code) => done({ code, output })));
}

test("a bench ends well only at its targets and without a refusal", async () => {
  const met = await contest(0, 200);
  expect(met.output).toContain("of the floor, target 0; 0 refused");
  expect(met.code).toBe(0);
  const below = await contest(1_000, 200);
  expect(below.output).toContain("BELOW the target 1000; 0 refused");
  expect(below.code).toBe(1);
  const refused = await contest(0, 503);
  expect(refused.output).toMatch(/; [1-9]\d* refused/);
  expect(refused.code).toBe(1);
  const slow = await contest(0, 200, 0.001);
  expect(slow.output).toContain("BEYOND the target 0.001");
  expect(slow.code).toBe(1);
});

/** A bench as `npm run bench` runs it, on the least it can measure. */
function bench(file: string, ...args: string[]): Promise<{ code: number | null; output: string }> {
  return run([join(import.meta.dirname, "../bench", file), "--rounds", "1", ...args]);
}

test("deposits and conversions are measured well only at their targets, and with whole books", async () => {
  const met = await bench("deposits.ts", "--bills", "6", "--target", "0.01");
  expect(met.output).toMatch(/one hot account .* target 0.01\nthe books are whole/);
  expect(met.code).toBe(0);
  const below = await bench("deposits.ts", "--bills", "6", "--target", "1000000");
  expect(below.output).toContain("BELOW the target 1000000");
  expect(below.code).toBe(1);
  const slow = await bench("conversion.ts", "--bills", "2", "--targets", "1000000,1000000,0");
  expect(slow.output).toMatch(/quote .* 1000000 +met\nexecute .* 0 +NOT MET/);
  expect(slow.code).toBe(1);
}, 600_000);

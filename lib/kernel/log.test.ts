import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { Decimal } from "./decimal.ts";
import { openLog } from "./log.ts";

function logged(facts: Record<string, unknown>, logLevel = "debug"): string {
  let out = "";
  openLog({ logLevel }, (line) => (out += line)).info("tried", facts);
  return out;
}

test("one JSON line, exact numbers as text", () => {
  const line = logged({ units: 12n, price: Decimal.from("59400.5"), at: new Date(0) });
  expect(line.endsWith("\n")).toBe(true);
  expect(JSON.parse(line)).toMatchObject({
    level: "info",
    event: "tried",
    units: "12",
    price: "59400.5",
    at: "1970-01-01T00:00:00.000Z",
  });
});

test.each([
  { secret: "geheim" },
  { nested: { headers: { Authorization: "geheim" } } },
  { "x-signature": "geheim" },
  { setCookie: "geheim" },
  { url: "postgresql://desk:geheim@localhost/desk" },
  { error: new Error("no answer from postgresql://desk:geheim@localhost/desk") },
  { error: new Error("outer", { cause: { password: "geheim" } }) },
  { text: "whsec_geheim" },
  { url: `https://desk.example/pay/refund#${"geheim_".repeat(6)}x` },
  { text: "key sk_geheimgeheimgeheimgeheim was shown" },
])("%o keeps its secret", (facts) => {
  expect(logged(facts)).not.toContain("geheim");
});

test("what lies below the level is not written", () => {
  expect(logged({}, "warn")).toBe("");
});

test("what somebody sends stays within its line and its field", () => {
  const forged = 'x"}\n{"at":"1970-01-01T00:00:00.000Z","level":"error","event":"forged"}\r\n\u2028\u001b[2J';
  const line = logged({ text: forged, nested: { [forged]: forged } });
  for (const control of ["\n", "\r", "\u001b"]) expect(line.trimEnd()).not.toContain(control);
  expect(JSON.parse(line)).toMatchObject({ event: "tried", text: forged, nested: { [forged]: forged } });
});

test("a reader of the log that went away ends no process", async () => {
  const module = JSON.stringify(pathToFileURL(join(import.meta.dirname, "log.ts")).href);
  const program = `
    const { openLog } = await import(${module});
    const log = openLog({});
    process.stdin.resume().once("end", async () => {
      for (let line = 0; line < 3; line += 1) {
        log.info("nobody reads this");
        await new Promise((done) => setTimeout(done, 20));
      }
      process.exit(3);
    });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: ["pipe", "pipe", "ignore"] });
  child.stdout.destroy();
  child.stdin.end();
  expect(await once(child, "exit")).toEqual([3, null]);
});

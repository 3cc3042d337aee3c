import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Program, startProgram } from "#e2e/world/program.ts";
import { freePort } from "#lib/postgres/free-port.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

let program: Program;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "desk-quick-start-"));
  program = await startProgram({ embedded: true });
});

afterAll(async () => {
  await program?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The README's own lines, as a reader would paste them one after the other. */
function quickStart(): string[] {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  return [...readme.matchAll(/```sh quick-start\n([\s\S]*?)```/g)].map(([, lines]) => lines ?? "");
}

/** The README's own receiver, and how many lines of it do something. */
function receiver(): { text: string; lines: number } {
  const [, text = ""] = /```js receiver\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, "README.md"), "utf8")) ?? [];
  return { text, lines: text.split("\n").filter((line) => line.trim() !== "").length };
}

/** Pastes lines into a shell as a reader would, with the two variables set. */
function shell(script: string): Promise<{ stdout: string }> {
  return run("bash", ["--norc", "-c", script.replace("npm run -s desk", `npm --prefix "${ROOT}" run -s desk`)], {
    cwd: folder,
    env: {
      NODE_ENV: "production",
      HOME: process.env["HOME"],
      PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`,
      DESK: program.url,
      KEY: `${program.demo.keyId}:${program.demo.secret}`,
      DATA_DIR: program.dataDir,
    },
  });
}

/** The tour as one script, and the answer the README shows after a step. */
function tour(): { script: string; answers: [step: number, answer: string][] } {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  const lines: string[] = ["set -eu"];
  const answers: [number, string][] = [];
  for (const [, kind, text = ""] of readme.matchAll(/```(sh|json) tour\n([\s\S]*?)```/g)) {
    if (kind === "json") answers.push([lines.length - 1 - 1, text]);
    else lines.push(`${text.trim()}\necho\necho ----`);
  }
  return { script: lines.join("\n"), answers };
}

describe("the README's quick start on a fresh sandbox with its own database", () => {
  test("bill, pay, confirm, converted, told by a verified webhook, books proven", async () => {
    const steps = quickStart();
    expect(steps).toHaveLength(5);
    const port = String(await freePort());
    const { text, lines } = receiver();
    expect(lines).toBeLessThanOrEqual(15);
    writeFileSync(join(folder, "receiver.mjs"), text.replace("4000", port));
    const pasted = steps.map((step) => `${step.trim().replaceAll("4000", port)}\necho\necho ----`);
    const { stdout } = await shell(["set -eu", "trap 'kill $!' EXIT", ...pasted].join("\n"));
    const [bill = "", paid = "", payment = "", webhook = "", books = ""] = stdout
      .split("----")
      .map((part) => part.trim());
    const made = JSON.parse(bill);
    expect(made).toMatchObject({
      deposit_address: expect.stringMatching(/^bc1q[a-z0-9]{38}$/),
      paymentId: expect.any(String),
    });
    expect(paid).toMatch(/"txHash":"[0-9a-f]{64}"/);
    expect(paid).toContain('{"idle":true}');
    const { data } = JSON.parse(payment);
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      paymentId: made.paymentId,
      status: "COMPLETED",
      amountStatus: "PAID",
      fiatReceivable: 100,
      fiatReceived: 100,
      quantityReceived: made.quantity,
      quantityConverted: made.quantity,
    });
    expect(webhook).toContain("verified webhook.test");
    expect(books).toMatch(/^\d+ rules hold$/);
  });

  test("the tour: each call answers what the README says", async () => {
    const { script, answers } = tour();
    const { stdout } = await shell(script);
    const got = stdout.split("----\n").map((text) => text.trim());
    expect(answers).toHaveLength(6);
    for (const [step, answer] of answers)
      expect(JSON.parse(got[step] ?? ""), `step ${step}`).toMatchObject(JSON.parse(answer));
  });

  test("a second start makes nothing anew: the same key, the same sign-in", async () => {
    await program.restart();
    expect(program.output()).toContain(`${program.demo.keyId}:${program.demo.secret}`);
    expect(program.output()).toContain(program.demo.email);
    expect(program.output()).not.toContain("Migrations applied");
  });
});

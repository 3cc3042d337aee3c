import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const base = mkdtempSync(join(tmpdir(), "desk-main-"));
chmodSync(base, 0o711);
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** The command line as typed, where no database is opened. */
const desk = (...words: string[]) =>
  new Promise<{ code: unknown; out: string; err: string }>((done) => {
    const env = { ...process.env, MODE: "sandbox", DATA_DIR: join(base, "data"), SECRETS_KEY: "4f".repeat(32) };
    execFile(process.execPath, [join(import.meta.dirname, "main.ts"), ...words], { env }, (error, out, err) =>
      done({ code: error?.code ?? 0, out, err }),
    );
  });

test("help is what was wanted: on standard output, and no failure", async () => {
  const all = await desk("--help");
  expect(all).toMatchObject({ code: 0, err: "" });
  expect(all.out).toContain("signing file --id ID --to FILE");
  expect(await desk("signing", "file", "--help")).toEqual({
    code: 0,
    out: "signing file --id ID --to FILE [--form ELECTRON_CASH]\n",
    err: "",
  });
});

test("what the system refuses is said in one sentence", async () => {
  writeFileSync(join(base, "backup.json"), JSON.stringify({ madeAt: "2026-01-01", mode: "sandbox", secrets: false }));
  const { code, err } = await desk("restore", "--from", base);
  expect(code).toBe(1);
  expect(err).toMatch(/^This could not be done: ENOENT.*\.\n$/);
});

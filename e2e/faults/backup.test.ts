import { execFile } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);
const base = mkdtempSync(join(tmpdir(), "desk-backup-"));
chmodSync(base, 0o711);
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** The operator's command line on a DATA_DIR of its own; a refusal answers what it says. */
async function desk(
  dataDir: string,
  words: string,
  env: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const options = {
    cwd: ROOT,
    env: {
      NODE_ENV: "production" as const,
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      DATA_DIR: join(base, dataDir),
      LOG_LEVEL: "error",
      ...env,
    },
  };
  try {
    const done = await run(process.execPath, ["lib/cli/main.ts", ...words.split(" "), "--json"], options);
    return JSON.parse(done.stdout.trim().split("\n").at(-1) ?? "{}");
  } catch (error) {
    return { refused: String((error as { stderr?: string }).stderr) };
  }
}

test("what is backed up is there again, and its books and audit hold", async () => {
  await desk("old", "account create --account acme spreadBps=80");
  const to = join(base, "kept");
  expect(await desk("old", `backup --to ${to}`)).toMatchObject({ to, mode: "sandbox", secrets: true });
  expect(statSync(to).mode & 0o077).toBe(0);

  expect(await desk("new", `restore --from ${to}`)).toMatchObject({ violations: [], faults: [] });
  const { settings } = await desk("new", "account set --account acme");
  expect(settings).toMatchObject({ spreadBps: "80" });

  expect((await desk("new", `restore --from ${to}`))["refused"]).toContain("holds a database already");
  expect((await desk("third", `restore --from ${base}`))["refused"]).toContain("is no backup");
  expect(existsSync(join(base, "third"))).toBe(false);
  const elsewhere = { DATABASE_URL: "postgresql://desk:x@127.0.0.1:1/desk" };
  expect((await desk("new", `backup --to ${to}2`, elsewhere))["refused"]).toContain("by its own tools");
});

test("an older copy of the database is noticed: nothing works on it but what recovers it", async () => {
  await desk("mine", "account create --account acme");
  const to = join(base, "older");
  await desk("mine", `backup --to ${to}`);
  for (const spread of [61, 62, 63, 64, 65, 66, 67, 68, 69])
    await desk("mine", `account set --account acme spreadBps=${spread}`);
  expect(await desk("mine", "restore --addresses 2")).toMatchObject({ began: true, missing: [], violations: [] });

  // The older rows beside the note of the newer ones.
  expect(await desk("copy", `restore --from ${to} --addresses 2`)).toMatchObject({ began: true, missing: [] });
  copyFileSync(join(base, "mine", "last-seen.json"), join(base, "copy", "last-seen.json"));
  expect((await desk("copy", "account set --account acme spreadBps=90"))["refused"]).toBe(
    "This database was restored from a backup and does not know what has happened since: run npm run -s desk -- restore first.\n",
  );
  expect(await desk("copy", "check")).toMatchObject({ violations: [] });
  expect(await desk("copy", "restore --addresses 2")).toMatchObject({
    began: false,
    missing: [],
    violations: [],
    faults: [],
  });
  const { settings } = await desk("copy", "account set --account acme spreadBps=90");
  expect(settings).toMatchObject({ spreadBps: "90" });
});

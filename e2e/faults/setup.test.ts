import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FreshDatabase, freshDatabase } from "#e2e/world/database.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/** What a process of an older Node would say of itself, before the guard is read. */
const OLD_NODE = "Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.20.0'}})";

describe("a start that cannot be", () => {
  let scratch: string;
  let database: FreshDatabase;

  beforeAll(async () => {
    scratch = mkdtempSync(join(tmpdir(), "desk-setup-"));
    database = await freshDatabase();
  });
  afterAll(async () => {
    await database?.drop();
    rmSync(scratch, { recursive: true, force: true });
  });

  it("on a Node that is too old, says which one to install", async () => {
    const outcome = await launch(["--import", `data:text/javascript,${OLD_NODE}`], {});
    expect(outcome).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^Node 20\.20\.0 is too old: install Node 24\.12/)],
    });
  });

  it("on a database of the other mode, says so", async () => {
    await asOwner("update deployment set mode = 'live', clock_offset_ms = 0");
    const { code, lines } = await launch([], { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/\blive\b.*\bsandbox\b/);
    expect(code).toBe(1);
  });

  async function asOwner(sql: string): Promise<void> {
    const owner = new pg.Client(database.ownerUrl);
    await owner.connect();
    await owner.query(sql);
    await owner.end();
  }

  /** The launcher under the guard, until it has given up. */
  function launch(
    options: readonly string[],
    env: Record<string, string>,
  ): Promise<{ code: number | null; lines: string[] }> {
    const child = spawn(process.execPath, [...options, "lib/server/guard.mjs", "lib/server/start.ts"], {
      cwd: ROOT,
      env: { NODE_ENV: "production", PATH: process.env["PATH"], DATA_DIR: scratch, PORT: "39873", ...env },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let output = "";
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
    return new Promise((done) => child.once("close", (code) => done({ code, lines: output.trim().split("\n") })));
  }
});

import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder with the embedded database of a sandbox, and how to be rid of it. */
export type Seeded = { folder: string; remove(): void };

/**
 * A sandbox of so many bills, made by `desk seed` and proven by `desk check`. A folder that is named is kept, and taken
 * as it is when it has a database already.
 */
export async function seeded(bills: number, named: string | undefined): Promise<Seeded> {
  if (named !== undefined && existsSync(join(named, "postgres"))) return { folder: named, remove: () => undefined };
  const folder = named ?? mkdtempSync(join(tmpdir(), "desk-bench-"));
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
  const remove = () => {
    if (named === undefined) rmSync(folder, { recursive: true, force: true });
  };
  try {
    const startedAt = performance.now();
    desk(folder, "seed", "--bills", String(bills));
    const seconds = (performance.now() - startedAt) / 1000;
    process.stdout.write(`${bills} bills made in ${seconds.toFixed(0)} s, ${(bills / seconds).toFixed(0)}/s\n`);
    desk(folder, "check");
  } catch (fault) {
    remove();
    throw fault;
  }
  return { folder, remove };
}

function desk(folder: string, ...words: string[]): void {
  const { status } = spawnSync(
    process.execPath,
    ["lib/server/guard.mjs", "lib/server/with-client.ts", "lib/cli/main.ts", ...words],
    {
      stdio: ["ignore", "inherit", "inherit"],
      env: { PATH: process.env["PATH"], HOME: process.env["HOME"], NODE_ENV: "production", DATA_DIR: folder },
    },
  );
  if (status !== 0) throw new Error(`desk ${words.join(" ")} has failed`);
}

import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder with the embedded database of a sandbox, and how to be rid of it. */
export type Seeded = { folder: string; remove(): void };

/** More are made as copies: the verbs make some hundred a second. */
const MOST_BY_VERBS = 100_000;

/**
 * A sandbox of so many bills, made by `desk seed`, or above `mostByVerbs` as copies, and proven by `desk check`. A folder
 * that is named is kept, and taken as it is when it has a database already.
 */
export async function seeded(
  bills: number,
  named: string | undefined,
  mostByVerbs: number = MOST_BY_VERBS,
): Promise<Seeded> {
  if (named !== undefined && existsSync(join(named, "postgres"))) return { folder: named, remove: () => undefined };
  const folder = named ?? mkdtempSync(join(tmpdir(), "desk-bench-"));
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
  const remove = () => {
    if (named === undefined) rmSync(folder, { recursive: true, force: true });
  };
  try {
    const startedAt = performance.now();
    if (bills > mostByVerbs) run(folder, "e2e/bench/desk/many.ts", "--bills", String(bills));
    else desk(folder, "seed", "--bills", String(bills));
    const seconds = (performance.now() - startedAt) / 1000;
    process.stdout.write(`${bills} bills made in ${seconds.toFixed(0)} s, ${(bills / seconds).toFixed(0)}/s\n`);
    desk(folder, "check");
  } catch (fault) {
    remove();
    throw fault;
  }
  return { folder, remove };
}

const desk = (folder: string, ...words: string[]): void => run(folder, "lib/cli/main.ts", ...words);

function run(folder: string, file: string, ...words: string[]): void {
  const { status } = spawnSync(
    process.execPath,
    ["lib/server/guard.mjs", "lib/server/with-client.ts", file, ...words],
    {
      stdio: ["ignore", "inherit", "inherit"],
      env: { PATH: process.env["PATH"], HOME: process.env["HOME"], NODE_ENV: "production", DATA_DIR: folder },
    },
  );
  if (status !== 0) throw new Error(`${file} ${words.join(" ")} has failed`);
}

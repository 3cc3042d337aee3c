import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";

const CACHE = resolve(import.meta.dirname, "../../../node_modules/.cache/nodes");
const SYSTEM = ["/usr/bin/node", "/usr/local/bin/node"];
const FETCH_MS = 120_000;

/** A Node of this major version: ours, the machine's, or one fetched from the registry and kept; undefined when none can be had. */
export function nodeOf(major: number): string | undefined {
  const folder = join(CACHE, String(major));
  const program = join(folder, `node_modules/${packageName()}/bin/node${process.platform === "win32" ? ".exe" : ""}`);
  const known = [process.execPath, ...SYSTEM, program].find((path) => majorOf(path) === major);
  if (known) return known;
  fetchNode(folder, major);
  return majorOf(program) === major ? program : undefined;
}

const packageName = (): string => `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

function majorOf(path: string): number | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return Number(/^v(\d+)/.exec(execFileSync(path, ["--version"], { encoding: "utf8" }))?.[1]);
  } catch {
    return undefined;
  }
}

function fetchNode(folder: string, major: number): void {
  mkdirSync(folder, { recursive: true });
  const flags = ["--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"];
  try {
    execFileSync("npm", ["install", "--prefix", folder, ...flags, `${packageName()}@${major}`], {
      stdio: ["ignore", "ignore", "inherit"],
      timeout: FETCH_MS,
    });
  } catch {
    process.stdout.write(`  ${packageName()}@${major} could not be fetched.\n`);
  }
}

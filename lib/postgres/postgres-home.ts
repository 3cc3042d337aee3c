import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { codeOf, messageOf, SetupFault } from "#lib/kernel/setup-fault.ts";
import { isReachable, runAs } from "./postgres-binaries.ts";

/** `postgres` rules the server, `desk_owner` owns the database, `desk` works in it. */
export type DatabaseRole = "postgres" | "desk_owner" | "desk";

/** How our own server is reached; kept beside its data, readable by the user who started it only. */
export type ClusterAccess = { port: number; passwords: Record<DatabaseRole, string> };

/** Makes a folder and those above it; what we make ourselves may be passed through by the database's user. */
export function makeFolder(path: string): void {
  try {
    if (existsSync(path) && statSync(path).isDirectory()) return;
    if (dirname(path) !== path) makeFolder(dirname(path));
    mkdirSync(path, { mode: 0o711 });
    chmodSync(path, 0o711);
  } catch (error) {
    if (codeOf(error) === "EEXIST" && statSync(path).isDirectory()) return;
    throw error instanceof SetupFault
      ? error
      : new SetupFault(`DATA_DIR cannot be used: ${path} cannot be made (${messageOf(error)}).`);
  }
}

/** The folder itself, or behind it a place that the database's user can reach when the folder lies in a private one. */
export function makeHome(folder: string): string {
  if (existsSync(folder)) return realpathSync(folder);
  if (isReachable(dirname(folder), runAs())) {
    makeFolder(folder);
    return realpathSync(folder);
  }
  const parent = "/var/lib/crypto-payment-desk";
  makeFolder(parent);
  const home = mkdtempSync(join(parent, "postgres-"));
  chmodSync(home, 0o711);
  rmSync(folder, { force: true });
  symlinkSync(home, folder);
  process.stdout.write(
    `PostgreSQL runs as the user nobody, who cannot enter ${dirname(folder)}: its files are kept in ${home}.\n`,
  );
  return home;
}

export function readAccess(home: string): ClusterAccess | undefined {
  const path = join(home, "access.json");
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, "utf8")) as ClusterAccess;
  } catch (error) {
    throw new SetupFault(
      `${path} cannot be read (${messageOf(error)}): it holds the passwords of the embedded database.`,
    );
  }
}

export function newAccess(home: string, port: number): ClusterAccess {
  const password = () => randomBytes(24).toString("hex");
  return saveAccess(home, { port, passwords: { postgres: password(), desk_owner: password(), desk: password() } });
}

export function saveAccess(home: string, access: ClusterAccess): ClusterAccess {
  const draft = join(home, "access.json.making");
  writeFileSync(draft, `${JSON.stringify(access)}\n`, { mode: 0o600 });
  renameSync(draft, join(home, "access.json"));
  return access;
}

export function urlFor({ port, passwords }: ClusterAccess, role: DatabaseRole, database: string): string {
  return `postgresql://${role}:${passwords[role]}@127.0.0.1:${port}/${database}`;
}

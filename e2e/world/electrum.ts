import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const BINARY = "/usr/bin/electrum";
const INSTALL_MS = 5 * 60_000;
const SIGN_MS = 60_000;

/** Electrum, which Debian has and root may install; whether it is there. */
export function ensureElectrum(): boolean {
  if (existsSync(BINARY)) return true;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    process.stdout.write("electrum is missing: it is being installed.\n");
    const commands = [
      ["apt-get", "update", "-q"],
      ["apt-get", "install", "-qy", "--no-install-recommends", "electrum"],
    ];
    for (const [command = "", ...args] of commands)
      spawnSync(command, args, {
        stdio: "ignore",
        timeout: INSTALL_MS,
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      });
  }
  return existsSync(BINARY);
}

/** An external signer that is never on any network, with an account's extended private key of a test network. */
export type Signer = {
  /** What it gives back for a PSBT in base64: the raw transaction in hex, once it is signed by all. */
  sign(psbt: string): string;
  close(): void;
};

export function openElectrum(extendedKey: string): Signer {
  if (!ensureElectrum())
    throw new Error("Electrum is not on this machine: install it (Debian: apt-get install electrum).");
  const folder = mkdtempSync(join(tmpdir(), "desk-electrum-"));
  const run = (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync(BINARY, ["--regtest", "--offline", "-D", folder, ...args], {
      encoding: "utf8",
      timeout: SIGN_MS,
      env: { ...process.env, HOME: folder },
    });
    if (status !== 0) throw new Error(`electrum ${args[0]}: ${stderr || stdout}`);
    return stdout.trim();
  };
  run("restore", extendedKey);
  return {
    sign: (psbt) => run("signtransaction", psbt),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

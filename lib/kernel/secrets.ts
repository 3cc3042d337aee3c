import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { chmodSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Secrets at rest. `purpose` separates what may be opened where: a text sealed for one purpose opens for no other.
 * Nothing here is ever logged.
 */
export type Secrets = {
  /** AES-256-GCM under a key derived for the purpose; a fresh 96-bit nonce each time. */
  seal(purpose: string, text: string): Uint8Array<ArrayBuffer>;
  /** The text sealed before; throws when it was altered or sealed for another purpose or under another key. */
  open(purpose: string, sealed: Uint8Array): string;
  /** 32 bytes for a purpose (HKDF-SHA-256, RFC 5869), the same in every process of this installation. */
  derive(purpose: string): Buffer;
};

export type SecretsSettings = {
  mode: "sandbox" | "live";
  dataDir: string;
  secretsKey?: string | undefined;
  secretsKeyFile?: string | undefined;
};

/** Opens the installation's secrets: SECRETS_KEY, SECRETS_KEY_FILE, or in the sandbox a file made once under DATA_DIR. */
export function openSecrets(settings: SecretsSettings): Secrets {
  return secretsUnder(rootKey(settings));
}

/** What tells two root keys apart and nothing about either; the database keeps it to notice another key at a start. */
export const keyCheckOf = (secrets: Secrets): string => secrets.derive("key check").toString("hex");

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

/** Secrets under a root key given as text of at least 32 characters. */
export function secretsUnder(root: string): Secrets {
  if (root.length < MIN_KEY_CHARACTERS)
    throw new Error(`The secrets key must have at least ${MIN_KEY_CHARACTERS} characters.`);
  const derived = new Map<string, Buffer>();
  const derive = (purpose: string): Buffer => {
    const known = derived.get(purpose);
    if (known) return known;
    const made = Buffer.from(hkdfSync("sha256", root, "desk", purpose, 32));
    derived.set(purpose, made);
    return made;
  };
  return {
    derive,
    seal(purpose, text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", derive(`seal ${purpose}`), nonce);
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return new Uint8Array(Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body]));
    },
    open(purpose, sealed) {
      if (sealed.length < HEAD_BYTES || sealed[0] !== VERSION) throw new Error("not a sealed secret");
      const decipher = createDecipheriv("aes-256-gcm", derive(`seal ${purpose}`), sealed.subarray(1, 1 + NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEAD_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]).toString("utf8");
    },
  };
}

const MIN_KEY_CHARACTERS = 32;

function rootKey(settings: SecretsSettings): string {
  if (settings.secretsKey) return settings.secretsKey;
  if (settings.secretsKeyFile) return readKey(settings.secretsKeyFile);
  if (settings.mode === "live") throw new Error("Set SECRETS_KEY or SECRETS_KEY_FILE: live keeps no default secret.");
  return keyMadeOnce(settings.dataDir);
}

function readKey(path: string): string {
  return readFileSync(path, "utf8").trim();
}

/** Two processes that start at once end with one key: the file appears whole, by a link that only one can make. */
function keyMadeOnce(dataDir: string): string {
  const path = join(dataDir, "secrets.key");
  mkdirSync(dataDir, { recursive: true });
  const draft = join(dataDir, `.secrets.${process.pid}.${randomBytes(4).toString("hex")}`);
  writeFileSync(draft, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    unlinkSync(draft);
  }
  return readKey(path);
}

import { createHmac, randomBytes } from "node:crypto";
import { base32nopad } from "@scure/base";
import type { Secrets } from "#lib/kernel/secrets.ts";

const CODES = 10;
/** 75 bits in three groups of five characters. */
const GROUPS = 3;
const GROUP = 5;

/** Ten codes for the day the phone is lost; each counts once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => {
    const letters = base32nopad.encode(randomBytes(10)).toLowerCase();
    return Array.from({ length: GROUPS }, (_, at) => letters.slice(at * GROUP, (at + 1) * GROUP)).join("-");
  });
}

/** What is stored of a code, however it was typed; keyed outside the database. Undefined when it cannot be one. */
export function recoveryDigest(secrets: Secrets, userId: string, code: string): Uint8Array<ArrayBuffer> | undefined {
  const letters = code.toLowerCase().replace(/[\s-]/g, "");
  if (!/^[a-z2-7]{15}$/.test(letters)) return undefined;
  const mac = createHmac("sha256", secrets.derive("recovery codes")).update(`${userId} ${letters}`).digest();
  return new Uint8Array(mac);
}

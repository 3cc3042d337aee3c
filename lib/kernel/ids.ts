import { randomFillSync } from "node:crypto";

const SIZE = 16;
/** Randomness for some hundreds of ids: to ask for it costs more than all else about one. */
const pool = Buffer.alloc(256 * SIZE);
let at = pool.length;

/** What was made last, and how many before it in the same millisecond. */
let [lastMs, sequence] = [0, 0];
const LAST_COUNT = 0xfff;

/**
 * UUIDv7 (RFC 9562 §5.7, §6.2): 48 bits of Unix milliseconds, 12 that count those of one millisecond, then randomness, so
 * that what one transaction makes sorts as it was made. Opaque to callers.
 */
export function uuidv7(nowMs: number = Date.now()): string {
  sequence = nowMs === lastMs ? Math.min(sequence + 1, LAST_COUNT) : 0;
  lastMs = nowMs;
  if (at === pool.length) {
    randomFillSync(pool);
    at = 0;
  }
  const bytes = pool.subarray(at, at + SIZE);
  at += SIZE;
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | sequence, 6);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Ids are opaque to callers: a text that cannot be one is simply unknown, never a database error. */
export const isId = (text: string): boolean => UUID.test(text);

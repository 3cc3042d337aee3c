import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { SealFaultCode } from "./contract.ts";
import type { App } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { slot } from "#lib/kernel/slots.ts";
import {
  countLines,
  insertSeal,
  lastSeal,
  linesUnder,
  lockSeals,
  readSeals,
  type SealRow,
  unsealedLines,
} from "./seal-store.ts";

/** Lines one seal covers at most. */
const MOST_LINES = 10_000;
const PAGE = 500;
const NOT_OURS = slot<true>("an audit seal that is not ours");

/** What a seal binds: its place, which lines it covers, their hash, and the seal before. */
type Bound = { id: bigint; lines: string; linesHash: Uint8Array; before: Uint8Array };

/**
 * Seals the audit lines that no seal covers yet; answers how many. Each seal is an HMAC, under a key kept outside the
 * database, over its lines and the seal before it: changing, adding or removing a sealed line, even as the database's
 * owner, breaks the chain from there on. Behind a seal that is not ours nothing is sealed: a process started with another
 * SECRETS_KEY would break the chain for good.
 */
export function sealAudit(ctx: Ctx): Promise<number> {
  return ctx.transaction(async (tx) => {
    if (!(await lockSeals(tx.db))) return 0;
    const open = await unsealedLines(tx.db, MOST_LINES);
    if (open.count === 0 || open.lines === null || open.hash === null) return 0;
    const last = await lastSeal(tx.db);
    if (last && !same(hashOf(tx.app, boundBy(last, last.before)), last.hash)) {
      if (!tx.app.slots.has(NOT_OURS))
        tx.app.log.error("the audit is not sealed: its last seal was made under another SECRETS_KEY or was changed", {
          seal: last.id,
        });
      tx.app.slots.set(NOT_OURS, true);
      return 0;
    }
    const id = (last?.id ?? 0n) + 1n;
    const bound = { id, lines: open.lines, linesHash: open.hash, before: last?.hash ?? new Uint8Array() };
    await insertSeal(tx.db, { ...bound, lineCount: open.count, hash: hashOf(tx.app, bound) });
    return open.count;
  });
}

export type AuditProof = {
  seals: number;
  /** Lines under seal. */
  lines: number;
  /** Lines that wait for the next seal. */
  waiting: number;
  /** The last seal in hex: noted elsewhere, it also proves that no end was cut off. */
  head: string;
  /** Each fault in one sentence, and as facts. */
  faults: string[];
  found: SealFault[];
};

/** What does not hold, and at which seal. */
export type SealFault = { code: SealFaultCode; seal?: number };

/** Reads every seal and every line under it, and names each fault. */
export async function verifyAudit(ctx: Ctx): Promise<AuditProof> {
  const faults: string[] = [];
  const found: SealFault[] = [];
  const fault = (code: SealFaultCode, sentence: string, seal?: bigint) => {
    faults.push(sentence);
    found.push({ code, ...(seal !== undefined && { seal: Number(seal) }) });
  };
  let before: Uint8Array = new Uint8Array();
  let id = 0n;
  let lines = 0;
  for (let page = await readSeals(ctx.db, id, PAGE); page.length > 0; page = await readSeals(ctx.db, id, PAGE)) {
    for (const seal of page) {
      if (seal.id !== id + 1n) fault("SEAL_MISSING", `The seal ${id + 1n} is gone.`, id + 1n);
      const expected = hashOf(ctx.app, boundBy(seal, before));
      if (!same(expected, seal.hash))
        fault("SEAL_BROKEN", `The seal ${seal.id} does not follow from the one before it.`, seal.id);
      const hash = hashOfLines(await linesUnder(ctx.db, seal.id));
      if (!same(hash, seal.lines_hash))
        fault("LINES_CHANGED", `Lines under the seal ${seal.id} (${seal.lines}) were changed.`, seal.id);
      lines += seal.line_count;
      id = seal.id;
      before = seal.hash;
    }
  }
  const counted = await countLines(ctx.db);
  if (counted.covered !== lines)
    fault("LINES_MISSING", `${lines} lines were sealed and ${counted.covered} of them are there.`);
  if (counted.slipped > 0) fault("LINES_ADDED", `${counted.slipped} lines stand between sealed ones without a seal.`);
  const head = Buffer.from(before).toString("hex");
  return { seals: Number(id), lines, waiting: counted.waiting, head, faults, found };
}

const boundBy = ({ id, lines, lines_hash: linesHash }: SealRow, before: Uint8Array): Bound => ({
  id,
  lines,
  linesHash,
  before,
});

/** The hash of each line, and of them all, made here: a function of the database could be told to lie. */
function hashOfLines(lines: readonly string[]): Uint8Array {
  const all = createHash("sha256");
  for (const line of lines) all.update(createHash("sha256").update(line, "utf8").digest());
  return all.digest();
}

function hashOf(app: App, { id, lines, linesHash, before }: Bound): Buffer {
  return createHmac("sha256", app.secrets.derive("audit seals"))
    .update(before)
    .update(`\n${id}\n${lines}\n`)
    .update(linesHash)
    .digest();
}

const same = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b);

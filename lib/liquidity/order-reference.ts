import { createHash } from "node:crypto";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { scaleOf } from "#lib/kernel/assets.ts";
import { freeAdopted, identityOf, takenRefs } from "./adopted-store.ts";
import type { NewOrder } from "./store.ts";

/** Orders of the same coins in one epoch that are told apart; the next ones have references of chance. */
const MOST = 32;

/**
 * The reference of an order. A hedge has one of chance. What sells known coins has one that is made of them, so that a
 * restored database, which makes the same order from the same chains, finds what the venue has done for it already
 * (rulebook 13.13). Never used twice in one epoch.
 */
export async function referenceFor(ctx: Ctx, order: NewOrder): Promise<string> {
  const { identity, epoch } = await identityOf(ctx.db, order);
  if (identity === undefined) return ctx.id();
  const adopted = await adoptedFor(ctx, order, refsOf(order.purpose, identity, epoch - 1, MOST, 1));
  if (adopted !== undefined) return adopted;
  const own = refsOf(order.purpose, identity, epoch, MOST, epoch);
  const taken = new Set(await takenRefs(ctx.db, own));
  return own.find((ref) => !taken.has(ref)) ?? ctx.id();
}

/** Whether a reference is made of what its order sells. */
export const isMadeOf = (clientRef: string): boolean => clientRef[14] === "8";

async function adoptedFor(ctx: Ctx, order: NewOrder, refs: readonly string[]): Promise<string | undefined> {
  if (refs.length === 0) return undefined;
  const most = Decimal.of(order.units, scaleOf(order.base));
  const adopted = await freeAdopted(ctx.db, order, refs);
  const fitting = adopted.filter(({ fill }) => fill.quantity.compare(most) <= 0).map(({ clientRef }) => clientRef);
  return refs.find((ref) => fitting.includes(ref));
}

/** In the order in which they were given out, from one epoch to another. */
function refsOf(purpose: string, identity: string, to: number, most: number, from: number): string[] {
  const refs: string[] = [];
  for (let epoch = from; epoch <= to; epoch += 1)
    for (let n = 0; n < most; n += 1) refs.push(refOf(`${purpose}|${identity}|${epoch}|${n}`));
  return refs;
}

/** UUIDv8 of a text (RFC 9562 §5.8): the first 122 free bits of its SHA-256. */
function refOf(text: string): string {
  const bytes = createHash("sha256").update(text).digest().subarray(0, 16);
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

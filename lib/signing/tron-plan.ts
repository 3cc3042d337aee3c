import type { Chain } from "#lib/chains/chain.ts";
import { refOf, type TronTransaction } from "#lib/chains/tron-raw.ts";
import { must } from "#lib/kernel/errors.ts";

/** How long the signer has: afterwards no block takes it, and until then any holder can get it into one. */
export const VALID_MS = 2 * 60 * 60 * 1000;

type Timed = Pick<TronTransaction, "refBlockBytes" | "refBlockHash" | "timestamp" | "expiration">;

/** What every transaction of ours on tron leaves out. */
export const PLAIN = { memo: "", permission: 0n, tokenValue: 0n, tokenId: 0n };

/** From when until when a block takes it, by the chain's own clock; it builds on a block that stays. */
export async function timesOf(chain: Chain): Promise<{ expiresAt: Date; fields: Timed }> {
  const head = await chain.head();
  const final = await chain.finalHeight?.();
  const base = final === undefined ? head : await chain.header(final);
  must(base, "a chain has the block that it calls final");
  const expiresAt = new Date(head.time.getTime() + VALID_MS);
  return {
    expiresAt,
    fields: {
      ...refOf(base.height, base.hash),
      timestamp: BigInt(head.time.getTime()),
      expiration: BigInt(expiresAt.getTime()),
    },
  };
}

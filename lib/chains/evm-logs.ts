import { keccak_256 } from "@noble/hashes/sha3.js";
import { hexToBytes } from "@noble/hashes/utils.js";
import { z } from "zod";
import type { CryptoAsset } from "#lib/kernel/assets.ts";
import type { Receipt, Transfer } from "./chain.ts";

/** keccak256("Transfer(address,address,uint256)"), the event of ERC-20 (EIP-20). */
export const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

export const hex = z.string().regex(/^0x[0-9a-f]*$/i);
export const quantity = hex.transform((text) => Number.parseInt(text, 16)).refine(Number.isSafeInteger);

export const logShape = z.object({
  address: hex,
  topics: z.array(hex),
  data: hex,
  blockHash: hex,
  blockNumber: quantity,
  transactionHash: hex,
  transactionIndex: quantity,
  logIndex: quantity,
  removed: z.boolean().optional(),
});

export type EvmLog = z.output<typeof logShape>;

/** How a network writes what all EVM chains have: hashes, and the accounts a person sees. */
export type Writing = { hash(text: string): string; account(hex: string): string };

/**
 * The transfers of known tokens among a block's logs. `outputIndex` is the position among all logs of the log's own
 * transaction, which a reorganisation does not move as it moves `logIndex`. What a token takes as its fee is in a log of
 * its own or in none: only the log that names the receiver counts, with what it says the receiver got. Failed
 * transactions leave no logs; zero values and logs that the node has taken back are nothing.
 */
export function tokenTransfers(
  logs: readonly EvmLog[],
  assets: ReadonlyMap<string, CryptoAsset>,
  writing: Writing,
): Transfer[] {
  const seen = new Map<string, number>();
  return logs
    .filter((each) => !each.removed)
    .sort((a, b) => a.logIndex - b.logIndex)
    .flatMap((each) => {
      const outputIndex = seen.get(each.transactionHash) ?? 0;
      seen.set(each.transactionHash, outputIndex + 1);
      const asset = assets.get(each.address.toLowerCase());
      const [event, from, to, ...more] = each.topics;
      if (!asset || event?.toLowerCase() !== TRANSFER || !from || !to || more.length > 0) return [];
      const units = /^0x[0-9a-f]{64}$/i.test(each.data) ? BigInt(each.data) : 0n;
      if (units === 0n) return [];
      return [
        {
          txHash: writing.hash(each.transactionHash),
          outputIndex,
          position: each.transactionIndex,
          asset,
          script: to.slice(-40).toLowerCase(),
          units,
          address: writing.account(to.slice(-40).toLowerCase()),
          sourceAddress: writing.account(from.slice(-40).toLowerCase()),
          sourceScript: from.slice(-40).toLowerCase(),
        },
      ];
    });
}

/** What a Transfer event says of its receiver alone; undefined for any other log, zero values and taken back ones. */
export function receiptOf({ topics, data, removed, blockNumber }: EvmLog): Receipt | undefined {
  const [event, , to] = topics;
  if (removed || event?.toLowerCase() !== TRANSFER || !to || !/[1-9a-f]/i.test(data.slice(2))) return undefined;
  return { script: to.slice(-40).toLowerCase(), height: blockNumber };
}

const BLOOM_BYTES = 256;

/** The bloom filter of a block's logs (Ethereum yellow paper, 4.3.1), as its header repeats it: a missing log shows. */
export function bloomOf(logs: readonly EvmLog[]): string {
  const bloom = new Uint8Array(BLOOM_BYTES);
  const items = new Set(logs.filter((each) => !each.removed).flatMap((each) => [each.address, ...each.topics]));
  for (const item of items) {
    const hash = keccak_256(hexToBytes(item.slice(2)));
    for (const at of [0, 2, 4]) {
      const bit = (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 0x7ff;
      const byte = BLOOM_BYTES - 1 - (bit >> 3);
      bloom[byte] = (bloom[byte] ?? 0) | (1 << (bit & 7));
    }
  }
  return `0x${Buffer.from(bloom).toString("hex")}`;
}

/** Tron and some light nodes leave the filter empty: then it says nothing. */
export const isEmptyBloom = (bloom: string): boolean => /^0x0*$/.test(bloom);

import { z } from "zod";
import { endpoint } from "#lib/api/endpoint.ts";
import { flag, oneOf, positive, text, whole } from "#lib/api/fields.ts";
import { CRYPTOS, FIATS, NETWORK_TYPES, NETWORKS } from "#lib/kernel/assets.ts";

const lever = { method: "POST", scope: "sandbox" } as const;
const network = oneOf(NETWORKS);
const txHashes = z.array(text(1, 128)).max(500);

export const FAULTS = ["none", "reject", "timeout-after-accept", "timeout-before-accept", "partial", "slow"] as const;

export const sendDepositEndpoint = endpoint({
  ...lever,
  path: "/sandbox/v1/deposits",
  summary: "A payer sends crypto to a bill's address on the simulated chain.",
  body: z.object({
    address: text(1, 128),
    quantity: positive(),
    cryptoType: oneOf(CRYPTOS).optional(),
    networkType: oneOf(NETWORK_TYPES).optional(),
    confirmations: whole(0, 1_000).optional(),
  }),
});

export const mineBlocksEndpoint = endpoint({
  ...lever,
  path: "/sandbox/v1/blocks",
  summary: "Mines blocks on one simulated chain.",
  body: z.object({ network, count: whole(1, 1_000).optional() }),
});

export const setChainEndpoint = endpoint({
  ...lever,
  path: "/sandbox/v1/chain",
  summary: "Switches the simulated chains' own mining on or off.",
  body: z.object({ autoMine: flag() }),
});

export const reorganiseEndpoint = endpoint({
  ...lever,
  path: "/sandbox/v1/reorg",
  summary: "Replaces the last blocks of a simulated chain, dropping or double-spending transactions of theirs.",
  body: z.object({ network, depth: whole(1, 100), drop: txHashes.optional(), doubleSpend: txHashes.optional() }),
});

export const advanceClockEndpoint = endpoint({
  ...lever,
  path: "/sandbox/v1/clock",
  summary: "Moves the business clock forward.",
  body: z.object({ advanceMs: whole(0, 10 * 365 * 86_400_000) }),
});

export const setPriceEndpoint = endpoint({
  ...lever,
  path: "/sandbox/v1/prices",
  summary: "Sets the bid of a pair, or lets its price go stale.",
  body: z.object({ base: oneOf(CRYPTOS), quote: oneOf(FIATS), price: positive().optional(), stale: flag().optional() }),
});

export const setVenueEndpoint = endpoint({
  ...lever,
  path: "/sandbox/v1/venue",
  summary: "Makes the simulated venue misbehave, for the next orders or until changed.",
  body: z.object({ fault: oneOf(FAULTS), count: whole(1, 1_000).optional() }),
});

export const settleEndpoint = endpoint({
  ...lever,
  path: "/sandbox/v1/settle",
  summary: "Waits until all due work is done.",
});

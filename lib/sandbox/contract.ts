import { z } from "zod";
import { count, exact, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { flag, oneOf, positive, text, whole } from "#lib/contract/fields.ts";
import { CRYPTOS, FIATS, NETWORK_TYPES, NETWORKS } from "#lib/kernel/assets.ts";
import { FAULTS } from "./faults.ts";

const lever = { method: "POST", scope: "sandbox" } as const;
const network = oneOf(NETWORKS);
const tip = z.object({ network: z.enum(NETWORKS), height: count(), hash: z.string() }).meta({ id: "ChainTip" });
const txHashes = z.array(text(1, 128)).max(500);

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
  answer: z.object({ txHash: z.string() }).meta({ id: "SentDeposit" }),
  refuses: ["NOT_FOUND"],
});

export const mineBlocksEndpoint = endpoint({
  ...lever,
  path: "/sandbox/v1/blocks",
  summary: "Mines blocks on one simulated chain.",
  body: z.object({ network, count: whole(1, 1_000).optional() }),
  answer: tip,
});

export const setChainEndpoint = endpoint({
  ...lever,
  path: "/sandbox/v1/chain",
  summary: "Switches the simulated chains' own mining on or off.",
  body: z.object({ autoMine: flag() }),
  answer: z.object({ autoMine: z.boolean() }).meta({ id: "Mining" }),
});

export const reorganiseEndpoint = endpoint({
  ...lever,
  path: "/sandbox/v1/reorg",
  summary: "Replaces the last blocks of a simulated chain, dropping or double-spending transactions of theirs.",
  body: z.object({ network, depth: whole(1, 100), drop: txHashes.optional(), doubleSpend: txHashes.optional() }),
  answer: tip,
});

export const advanceClockEndpoint = endpoint({
  ...lever,
  path: "/sandbox/v1/clock",
  summary: "Moves the business clock forward.",
  body: z.object({ advanceMs: whole(0, 10 * 365 * 86_400_000) }),
  answer: z.object({ now: time() }).meta({ id: "BusinessClock" }),
});

export const setPriceEndpoint = endpoint({
  ...lever,
  path: "/sandbox/v1/prices",
  summary: "Sets the bid of a pair, or lets its price go stale.",
  body: z.object({ base: oneOf(CRYPTOS), quote: oneOf(FIATS), price: positive().optional(), stale: flag().optional() }),
  answer: z
    .object({ base: z.enum(CRYPTOS), quote: z.enum(FIATS), price: exact().optional(), stale: z.boolean() })
    .meta({ id: "MarketPrice" }),
});

export const setVenueEndpoint = endpoint({
  ...lever,
  path: "/sandbox/v1/venue",
  summary: "Makes the simulated venue misbehave, for the next orders or until changed.",
  body: z.object({ fault: oneOf(FAULTS), count: whole(1, 1_000).optional() }),
  answer: z.object({ fault: z.enum(FAULTS), count: count().optional() }).meta({ id: "VenueFault" }),
});

export const settleEndpoint = endpoint({
  ...lever,
  path: "/sandbox/v1/settle",
  summary: "Waits until all due work is done.",
  answer: z.object({ idle: z.literal(true) }).meta({ id: "Settled" }),
});

import { z } from "zod";
import { count, exact, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { epochMs, exactSigned, flag, oneOf, positive, text, whole } from "#lib/contract/fields.ts";
import { CRYPTOS, FIATS, NETWORK_TYPES, NETWORKS, ASSET_SYMBOLS } from "#lib/kernel/assets.ts";
import { FAULTS } from "./faults.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import { ADDRESS, NETWORK, PRICE, QUANTITY, TX_HASH, meaning } from "#lib/contract/meanings.ts";

const control = { method: "POST", scope: "sandbox" } as const;
const network = oneOf(NETWORKS);
const tip = z
  .object({
    network: z.enum(NETWORKS).meta(NETWORK),
    height: count().meta(meaning("Number of the last block.", 104)),
    hash: z.string().meta(meaning("Hash of the last block.", IDS.txHash)),
  })
  .meta({ id: "ChainTip" });
const txHashes = z.array(text(1, 128)).max(500);

export const sendDepositEndpoint = endpoint({
  ...control,
  path: "/sandbox/v1/deposits",
  summary: "A payer sends crypto to a bill's address on the simulated chain.",
  body: z.object({
    address: text(1, 128).meta(ADDRESS),
    quantity: positive().meta(QUANTITY),
    cryptoType: oneOf(CRYPTOS).optional().meta(meaning("Another crypto than the bill's sends the wrong coin.")),
    networkType: oneOf(NETWORK_TYPES)
      .optional()
      .meta(meaning("Network of USDT: eth or tron. Only with USDT; absent: eth.", "tron")),
    sourceAddress: text(1, 128)
      .optional()
      .meta(meaning("Whom it comes from; absent: somebody made up.", "0x901bb9583b24d97e995513c6778dc6888ab6870e")),
    confirmations: whole(0, 1_000).optional().meta(meaning("Mines so many blocks on top at once.", 2)),
    feeRate: positive()
      .optional()
      .meta(meaning("What the transaction pays, satoshi for each byte. BTC and BCH; absent: not thin.", 12)),
    replaceable: flag()
      .optional()
      .meta(meaning("Whether the transaction says that another may replace it. BTC and BCH; absent: no.", false)),
  }),
  answer: z.object({ txHash: z.string().meta(TX_HASH) }).meta({ id: "SentDeposit" }),
  refuses: ["NOT_FOUND"],
});

export const spendEndpoint = endpoint({
  ...control,
  path: "/sandbox/v1/spend",
  summary:
    "The owner's wallet, or a thief with its keys, sends crypto from the operator's addresses on a simulated chain.",
  body: z.object({
    network: network.meta(NETWORK),
    asset: oneOf(CRYPTOS).meta(meaning("Which crypto; one that its network has.")),
    quantity: positive().meta(QUANTITY),
    to: text(1, 128).meta(meaning("Where it goes: any address, also one of the operator's own.", "bc1q…")),
    fee: positive()
      .optional()
      .meta(meaning("The network's fee in the same crypto; BTC and BCH only. Absent: 0.00001.", 0.00001)),
    txHash: text(1, 128).optional().meta(meaning("The transaction's hash; absent: one is made up.", IDS.txHash)),
  }),
  answer: z.object({ txHash: z.string().meta(TX_HASH) }).meta({ id: "SentSpend" }),
  refuses: ["INSUFFICIENT_FUNDS", "INVALID_STATE"],
});

export const signEndpoint = endpoint({
  ...control,
  path: "/sandbox/v1/sign",
  summary: "The owner's signer signs a prepared transaction with the sandbox's published keys; sends nothing.",
  body: z.object({ preparedId: text(1, 128).meta(meaning("Identifier of a prepared transaction.", IDS.prepared)) }),
  answer: z
    .object({
      signed: z.string().meta(meaning("What the signer gives back: the raw transaction in hex.", "0200000000…")),
    })
    .meta({ id: "SandboxSigned" }),
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const mineBlocksEndpoint = endpoint({
  ...control,
  path: "/sandbox/v1/blocks",
  summary: "Mines blocks on one simulated chain.",
  body: z.object({
    network: network.meta(NETWORK),
    count: whole(1, 1_000).optional().meta(meaning("How many blocks; absent: one.", 2)),
    blockTimeOffsetMs: whole(-7_200_000, 7_200_000)
      .optional()
      .meta(meaning("How far the miner's clock is off, milliseconds; block times differ by it.", 0)),
  }),
  answer: tip,
});

export const setChainEndpoint = endpoint({
  ...control,
  path: "/sandbox/v1/chain",
  summary: "Switches the simulated chains' own mining on or off, or sets what their nodes estimate as fee.",
  body: z.object({
    autoMine: flag().optional().meta(meaning("Whether the simulated chains mine by themselves.")),
    feeEstimate: positive()
      .optional()
      .meta(
        meaning("What a node estimates for six blocks, satoshi for each byte; at first 10, and 1 on bitcoincash.", 10),
      ),
    network: oneOf(["bitcoin", "bitcoincash"])
      .optional()
      .meta(meaning("Whose estimate; absent: of both. Only with feeEstimate.", "bitcoin")),
  }),
  answer: z
    .object({
      autoMine: z.boolean().meta(meaning("Whether the simulated chains mine by themselves.")),
      feeEstimate: exact().optional().meta(meaning("The estimate that was set.", 10)),
    })
    .meta({ id: "Mining" }),
});

export const reorganiseEndpoint = endpoint({
  ...control,
  path: "/sandbox/v1/reorg",
  summary: "Replaces the last blocks of a simulated chain, dropping or double-spending transactions of theirs.",
  body: z.object({
    network: network.meta(NETWORK),
    depth: whole(1, 100).meta(meaning("How many of the last blocks are replaced.")),
    drop: txHashes.optional().meta(meaning("Transactions that vanish with the old branch.", [IDS.txHash])),
    doubleSpend: txHashes.optional().meta(meaning("Transactions another one takes the place of.", [IDS.txHash])),
  }),
  answer: tip,
});

export const advanceClockEndpoint = endpoint({
  ...control,
  path: "/sandbox/v1/clock",
  summary: "Moves the business clock forward.",
  body: z.object({
    advanceMs: whole(0, 10 * 365 * 86_400_000).meta(
      meaning("How far the business clock goes forward, milliseconds.", 60000),
    ),
  }),
  answer: z
    .object({ now: time().meta(meaning("The business clock, epoch milliseconds.")) })
    .meta({ id: "BusinessClock" }),
});

export const setPriceEndpoint = endpoint({
  ...control,
  path: "/sandbox/v1/prices",
  summary: "Sets the bid of a pair, or lets its price go stale.",
  body: z.object({
    base: oneOf(CRYPTOS).meta(meaning("Crypto of the pair.")),
    quote: oneOf(FIATS).meta(meaning("Fiat of the pair.")),
    price: positive().optional().meta(PRICE),
    stale: flag().optional().meta(meaning("True lets the price go stale until the next one.", false)),
  }),
  answer: z
    .object({
      base: z.enum(CRYPTOS).meta(meaning("Crypto of the pair.")),
      quote: z.enum(FIATS).meta(meaning("Fiat of the pair.")),
      price: exact().optional().meta(PRICE),
      stale: z.boolean().meta(meaning("True lets the price go stale until the next one.", false)),
    })
    .meta({ id: "MarketPrice" }),
});

const level = z
  .object({
    price: positive().meta(PRICE),
    quantity: positive().meta(meaning("How much of the crypto is bought at this price.", 1)),
  })
  .strict();
const shownLevel = z
  .object({
    price: exact().meta(PRICE),
    quantity: exact().meta(meaning("How much of the crypto is bought at this price.", 1)),
  })
  .meta({ id: "BookLevel" });

export const setBookEndpoint = endpoint({
  ...control,
  path: "/sandbox/v1/book",
  summary: "Gives a pair a book of bids, or takes it back.",
  body: z.object({
    base: oneOf(CRYPTOS).meta(meaning("Crypto of the pair.")),
    quote: oneOf(FIATS).meta(meaning("Fiat of the pair.")),
    levels: z
      .array(level)
      .max(500)
      .meta(
        meaning(
          "The bids, in any order; equal prices are summed, and the best is the pair's bid. None takes it back.",
          [{ price: 60000, quantity: 1 }],
        ),
      ),
  }),
  answer: z
    .object({
      base: z.enum(CRYPTOS).meta(meaning("Crypto of the pair.")),
      quote: z.enum(FIATS).meta(meaning("Fiat of the pair.")),
      levels: z.array(shownLevel).meta(meaning("The bids as they stand now, best first; none without a book.")),
    })
    .meta({ id: "MarketBook" }),
});

export const setVenueEndpoint = endpoint({
  ...control,
  path: "/sandbox/v1/venue",
  summary: "Makes the simulated venue misbehave, for the next orders or until changed.",
  body: z.object({
    fault: oneOf(FAULTS).meta(meaning("How the simulated venue misbehaves.")),
    count: whole(1, 1_000).optional().meta(meaning("For so many orders; absent: until changed.")),
  }),
  answer: z
    .object({
      fault: z.enum(FAULTS).meta(meaning("How the simulated venue misbehaves.")),
      count: count().optional().meta(meaning("For so many orders; absent: until changed.")),
    })
    .meta({ id: "VenueFault" }),
});

export const settleEndpoint = endpoint({
  ...control,
  path: "/sandbox/v1/settle",
  summary: "Waits until all due work is done.",
  answer: z.object({ idle: z.literal(true).meta(meaning("All due work is done.")) }).meta({ id: "Settled" }),
});

export const playTransferEndpoint = endpoint({
  ...control,
  path: "/sandbox/v1/venue-transfers",
  summary: "The operator's account at the simulated venue receives a deposit, or a withdrawal leaves it.",
  description:
    "Nobody is asked: whoever has the account can do so. A withdrawal of crypto to an address is paid on the simulated chain. The same reference again tells what has become of it.",
  body: z.object({
    kind: oneOf(["DEPOSIT", "WITHDRAWAL"]).meta(meaning("Which of them.", "DEPOSIT")),
    asset: oneOf(ASSET_SYMBOLS).meta(meaning("Crypto or fiat.", "BTC")),
    networkType: oneOf(NETWORK_TYPES).optional().meta(meaning("Network of USDT: eth or tron. Only with USDT.")),
    quantity: positive().meta(meaning("What is credited, or what goes to its destination.", 0.4995)),
    fee: positive().optional().meta(meaning("The venue's fee beside it; absent: none.", 1.5)),
    state: oneOf(["PENDING", "DONE", "FAILED"])
      .optional()
      .meta(meaning("What has become of it; absent: DONE.", "DONE")),
    reference: text(1, 128).optional().meta(meaning("The venue's number of it; absent: one is made up.", "QGB1")),
    txHash: text(1, 128).optional().meta(meaning("The transaction on its chain.", IDS.txHash)),
    address: text(1, 128).optional().meta(meaning("Where it came in, or where it goes: an address or IBAN.", "bc1q…")),
    label: text(1, 128).optional().meta(meaning("The name under which the venue knows the destination.", "Nordbank")),
  }),
  answer: z
    .object({
      reference: z.string().meta(meaning("The venue's number of it.", "QGB1")),
      txHash: z.string().optional().meta(TX_HASH),
    })
    .meta({ id: "PlayedTransfer" }),
  refuses: ["INVALID_STATE"],
});

export const playBankEndpoint = endpoint({
  ...control,
  path: "/sandbox/v1/bank",
  summary: "Books a line at the operator's first bank account, as the bank's statement would tell it.",
  body: z.object({
    currency: oneOf(FIATS).meta(meaning("Currency of the account.", "EUR")),
    amount: exactSigned().meta(meaning("Above zero: money comes. Below zero: it goes.", -25.5)),
    reference: text(1, 200).meta(meaning("What stands on it; the same reference again changes nothing.", "payout-77")),
    at: epochMs().optional().meta(meaning("When the bank booked it, epoch milliseconds; absent: now.")),
    counterparty: text(1, 200).optional().meta(meaning("Whom it came from or goes to.", "Payward Ltd.")),
  }),
  answer: z
    .object({
      statementId: z.string().meta(meaning("Identifier of the statement it stands in.", IDS.transaction)),
      unexpected: count().meta(meaning("1 where nobody expects it, else 0.", 0)),
    })
    .meta({ id: "PlayedLine" }),
});

import { fieldsOf } from "#lib/contract/filter-fields.ts";
import { PREPARED_FILTERS } from "./filters.ts";
import { z } from "zod";
import { count, exact, pageOf, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import { id, oneOf, positive, prose, text, whole } from "#lib/contract/fields.ts";
import {
  ASSET,
  LIMIT,
  meaning,
  MOVE_ID,
  NETWORK,
  NETWORK_TYPE,
  SANDBOX,
  STARTS_AFTER,
  TX_HASH,
  WALLET_ID,
} from "#lib/contract/meanings.ts";
import { CRYPTOS, GAS_ASSETS, NETWORK_TYPES } from "#lib/kernel/assets.ts";
import { FILE_FORMS, OUTPUT_KINDS, PREPARED_STATES, SIGNED_NETWORKS } from "./prepared-states.ts";
import { MOST_SIGNED } from "./signed-length.ts";

const PREPARED_ID = meaning("Identifier of a prepared transaction.", IDS.prepared);
const PAYOUT_ID = meaning("Identifier of a payout.", IDS.payout);
const FEE_RATE = meaning(
  "Fee for each byte in the smallest unit, of TRX as well; on eth the most for each gas in gwei, of a token on tron the price of energy in sun.",
  12,
);
const WHO = (what: string) => meaning(`Who ${what} it.`, "staff:Hugo");
const WHEN = (what: string) => meaning(`When it was ${what}, epoch milliseconds.`);

/** So many payouts or moves one transaction carries out at most. */
const MOST_PAID = 100;

const input = z
  .object({
    txHash: z.string().meta(meaning("Transaction whose output it spends; on eth and tron the account.", IDS.txHash)),
    outputIndex: count().meta(meaning("Which output of it; on eth the account's next number, on tron 0.", 0)),
    quantity: exact().meta(meaning("What it is worth.", 0.5)),
    path: z.string().meta(meaning("Where its key stands in the wallet.", "m/84'/0'/0'/0/7")),
  })
  .meta({ id: "PreparedInput" });

const output = z
  .object({
    kind: z.enum(OUTPUT_KINDS).meta(meaning("A payout, a move, or change that comes back to us.", "PAYOUT")),
    payoutId: z.string().optional().meta(PAYOUT_ID),
    moveId: z.string().optional().meta(MOVE_ID),
    address: z.string().meta(meaning("Where it goes.", IDS.address)),
    quantity: exact().meta(meaning("How much, to the unit.", 0.25)),
  })
  .meta({ id: "PreparedOutput" });

const share = z
  .object({
    basisPoints: count()
      .optional()
      .meta(
        meaning(
          "The fee for each 10 000 of what it pays, rounded up; of a token by what ether or TRX cost in USD, absent where nobody tells that.",
          68,
        ),
      ),
    medianRate: exact()
      .optional()
      .meta(
        meaning(
          "The median of what the network asked for in the last 7 days, read every hour, in the measure of feeRate.",
          4,
        ),
      ),
    medianBasisPoints: count().optional().meta(meaning("What basisPoints would be at that rate, rounded up.", 23)),
  })
  .meta({ id: "CostShare" });

const prepared = z
  .object({
    preparedId: z.string().meta(PREPARED_ID),
    sandbox: z.literal(true).optional().meta(SANDBOX),
    network: z.enum(SIGNED_NETWORKS).meta(NETWORK),
    asset: z.enum([...CRYPTOS, ...GAS_ASSETS]).meta({ ...ASSET, example: "BTC" }),
    networkType: z.enum(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
    status: z
      .enum(PREPARED_STATES)
      .meta(
        meaning(
          "PREPARED for the signer, SIGNED, BROADCAST; CONFIRMED, REPLACED by another of the same coins, CANCELLED, FAILED.",
          "PREPARED",
        ),
      ),
    quantity: exact().meta(meaning("What it pays out and moves, without change and fee.", 0.25)),
    fee: exact().meta(
      meaning(
        "The network's fee; the most that its gas may cost on eth in ETH, and its energy and bandwidth on tron in TRX.",
        0.00001692,
      ),
    ),
    feeRate: exact().meta(FEE_RATE),
    size: count().meta(
      meaning(
        "Bytes that it takes once it is signed, at most, of TRX as well; on eth the gas, of a token on tron the energy it may use.",
        141,
      ),
    ),
    bandwidth: count().optional().meta(meaning("On tron, bytes of bandwidth that it takes.", 345)),
    expiresAt: time().optional().meta(meaning("On tron, until when a block takes it, epoch milliseconds.")),
    gasStep: z
      .object({
        address: z.string().meta(meaning("The account that sends.", "0x901bb9583b24d97e995513c6778dc6888ab6870e")),
        quantity: exact().meta(meaning("How much ETH, on tron TRX, it lacks; it has to come there first.", 0.0021)),
      })
      .optional()
      .meta(meaning("On eth and tron, where the account has too little of the chain's own coin for its gas.")),
    activation: exact()
      .optional()
      .meta(meaning("On tron, how much of the fee in TRX is for an account that the chain does not know yet.", 1.1)),
    share: share.optional().meta(meaning("What it costs against what it moves, now and as a rule.")),
    safe: z
      .object({
        address: z.string().meta(meaning("The Safe.", "0x8ba1f109551bD432803012645Ac136ddd64DBA72")),
        nonce: count().meta(meaning("The number of the Safe that it has to be executed with.", 17)),
        safeTxHash: z
          .string()
          .meta(
            meaning(
              "What its owners sign (EIP-712): each compares it with what the own device shows.",
              "0x5ad5a2b0c5e86e1cc9bdd6f3b3cb3c0d28c1f7a1a6de5c95e2e7d2f1c0b9a817",
            ),
          ),
      })
      .optional()
      .meta(meaning("Where it is a batch of a Safe, whose owners sign and execute it.")),
    walletId: z.string().meta(WALLET_ID),
    inputs: z.array(input).meta(meaning("What it spends.")),
    outputs: z.array(output).meta(meaning("What it pays.")),
    replacesId: z
      .string()
      .optional()
      .meta(meaning("The one in whose place it is sent, with a greater fee.", IDS.prepared)),
    replacedById: z.string().optional().meta(meaning("The one that is sent in its place.", IDS.prepared)),
    txHash: z.string().optional().meta(TX_HASH),
    preparedBy: z.string().meta(WHO("prepared")),
    preparedAt: time().meta(WHEN("prepared")),
    signedBy: z.string().optional().meta(WHO("brought back")),
    signedAt: time().optional().meta(WHEN("brought back")),
    sentBy: z.string().optional().meta(WHO("sent")),
    sentAt: time().optional().meta(WHEN("given to the network first")),
    fault: z
      .string()
      .optional()
      .meta(meaning("What the node has said, where it refused it last.", "min relay fee not met")),
    faultAt: time().optional().meta(meaning("When it did, epoch milliseconds.")),
    reason: z.string().optional().meta(meaning("Why it ended without being confirmed.", "The fee has risen.")),
    endedAt: time().optional().meta(meaning("When it was confirmed or ended otherwise, epoch milliseconds.")),
  })
  .meta({ id: "PreparedTransaction" });

export type PreparedRecord = z.output<typeof prepared>;

export const prepareTransactionEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/prepared-transactions",
  scope: "house:payouts",
  summary:
    "Prepares one transaction that carries out approved payouts, and moves out of custody, for a signer elsewhere.",
  description:
    "Its coins are kept for it and its payouts are PREPARED until it is sent or cancelled. On bitcoin and bitcoincash it spends confirmed coins of one wallet, greatest first; what remains comes back to the wallet's change branch. On eth and tron it pays one payout or move from one address, also a move of GAS; on tron it expires after two hours, and can be in a block until then. With the walletId of a Safe it is a batch of payouts and moves of one token that the Safe's owners sign and execute under its next number; nothing of it comes back here, and it ends by a final block that has the number used up. Where the node does not answer it is 503, names the `network`, and changes nothing. With replacesId it spends and pays the same as that one, for a greater fee. The fee stays within the operator's settings networkFeeBps and networkFeeRate, on eth gasPrice, on tron energyPrice.",
  body: z.object({
    network: oneOf(SIGNED_NETWORKS).meta(NETWORK),
    payoutIds: z
      .array(id().meta(PAYOUT_ID))
      .max(MOST_PAID)
      .optional()
      .meta(meaning("Approved payouts.", [IDS.payout])),
    moveIds: z
      .array(id().meta(MOVE_ID))
      .max(MOST_PAID)
      .optional()
      .meta(meaning("Approved moves out of custody of this network.", [])),
    feeRate: positive()
      .optional()
      .meta({ ...FEE_RATE, description: `${FEE_RATE.description} Absent: what the node estimates.` }),
    walletId: id()
      .optional()
      .meta({
        ...WALLET_ID,
        description: "Wallet whose coins pay, also a Safe; absent: the operator's of keys, as far as it suffices.",
      }),
    replacesId: id()
      .optional()
      .meta(meaning("One that is sent and not confirmed, in whose place this is sent.", IDS.prepared)),
  }),
  answer: prepared,
  refuses: [
    "NOT_FOUND",
    "INVALID_STATE",
    "LOST_HOURS_OPEN",
    "LEFT_UNEXPLAINED",
    "INSUFFICIENT_FUNDS",
    "SERVICE_UNAVAILABLE",
  ],
});

export const listPreparedEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/prepared-transactions",
  scope: "house:read",
  summary: "Answers the prepared transactions, newest first.",
  query: z.object({
    ...fieldsOf(PREPARED_FILTERS),
    limit: whole(1, 500).optional().meta(LIMIT),
    startsAfter: text(1, 2_048).optional().meta(STARTS_AFTER),
  }),
  answer: pageOf(prepared).meta({ id: "PreparedTransactionPage" }),
  refuses: ["INVALID_PAGINATION_TOKEN"],
});

const one = { params: { preparedId: PREPARED_ID } } as const;

export const getPreparedEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/prepared-transactions/[preparedId]",
  ...one,
  scope: "house:read",
  summary: "Answers one prepared transaction.",
  answer: prepared,
  refuses: ["NOT_FOUND"],
});

export const readPreparedEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/prepared-transactions/[preparedId]/file",
  ...one,
  scope: "house:payouts",
  summary:
    "The file for the signer: a PSBT (BIP 174); on eth and tron the unsigned transaction, JSON; of a Safe a batch for its Transaction Builder.",
  query: z.object({
    form: oneOf(FILE_FORMS)
      .optional()
      .meta(meaning("ELECTRON_CASH: of bitcoincash, as Electron Cash loads it; absent: STANDARD.", "STANDARD")),
  }),
  media: ["application/octet-stream"],
  refuses: ["NOT_FOUND"],
});

export const takeSignedEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/prepared-transactions/[preparedId]/signed",
  ...one,
  scope: "house:payouts",
  summary: "Takes what the signer gave back, when it is what was prepared and nothing else.",
  description:
    "A PSBT of version 0 or 2 (base64 or hex), the raw transaction (hex), the file of Electron Cash, or on tron the JSON of a wallet with raw_data_hex and signature. Every field of it is compared, and each signature checked. Else 400 names the first difference, also as `difference` {part, at, expected, found}, and nothing has changed.",
  body: z.object({
    signed: text(1, MOST_SIGNED).meta(
      meaning(
        "The signed PSBT in base64, the raw transaction in hex, or a wallet's JSON of tron.",
        "cHNidP8BAHECAAAAAQ…",
      ),
    ),
  }),
  answer: prepared,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const sendPreparedEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/prepared-transactions/[preparedId]/send",
  ...one,
  scope: "house:payouts",
  summary: "Gives a signed transaction to the network; again and again until a block has it.",
  description:
    "Asked for twice it is sent once. What the node says against it stands in `fault`, and is a case. 409 where a payout of it goes to a beneficiary that was retired or is held since.",
  answer: prepared,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const cancelPreparedEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/prepared-transactions/[preparedId]/cancel",
  ...one,
  scope: "house:payouts",
  summary: "Takes a prepared transaction back that is not signed: its coins are free, its payouts approved as before.",
  description:
    "On tron not before it has expired: whoever has signed it could send it. A batch of a Safe not at all: it ends once another transaction of the Safe has used its number up, which a final block says.",
  body: z.object({ note: prose(1, 1_000).meta(meaning("Why, for the record.", "The fee has fallen.")) }),
  answer: prepared,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

import { z } from "zod";
import { count, exact, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { CRYPTOS, FIATS, NETWORK_TYPES, NETWORKS } from "#lib/kernel/assets.ts";
import {
  AMOUNT_STATUS,
  ADDRESS,
  CRYPTO_TYPE,
  EXPIRY_TIME,
  FIAT,
  FIAT_RECEIVABLE,
  NETWORK,
  NETWORK_TYPE,
  PAYMENT_ID,
  QUANTITY,
  SANDBOX,
  TX_HASH,
  meaning,
} from "#lib/contract/meanings.ts";
import { AMOUNT_STATUSES, PAYMENT_STATUSES } from "./payment-states.ts";

const payerRefund = z
  .object({
    cryptoType: z.enum(CRYPTOS).meta(CRYPTO_TYPE),
    networkType: z.enum(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
    quantity: exact().meta(meaning("Quantity given back.", 0.0005)),
    status: z.enum(["REQUESTED", "SENT"]).meta(meaning("SENT once a transaction of the chain pays it.", "SENT")),
    txHash: z.string().optional().meta(TX_HASH),
  })
  .meta({ id: "PayerRefund" });

const payerDeposit = z
  .object({
    txHash: z.string().meta(TX_HASH),
    quantity: exact().meta(meaning("What of it counts.", 0.00168351)),
    firstSeen: time().meta(meaning("When it was first seen, epoch milliseconds.")),
  })
  .meta({ id: "PayerDeposit" });

/** Amounts are exact decimals, times epoch milliseconds. */
const payerRecord = z
  .object({
    cryptoType: z.enum(CRYPTOS).meta(CRYPTO_TYPE),
    networkType: z.enum(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
    network: z.enum(NETWORKS).meta(NETWORK),
    quantity: exact().meta(QUANTITY),
    quantityReceived: exact().meta(
      meaning("Confirmed and counted towards the bill: what is held or was declined is not in it.", 0.00168351),
    ),
    quantitySeen: exact().meta(
      meaning("Seen and not counted yet: unconfirmed, or held until it is released or declined.", 0),
    ),
    quantityMissing: exact().meta(
      meaning(
        "What the payer has still to send until expiry: quantity less what was received and seen; 0 within the bill's tolerance.",
        0,
      ),
    ),
    quantityDeclined: exact().meta(meaning("Received and declined: it does not pay the bill.", 0)),
    late: z
      .boolean()
      .meta(
        meaning(
          "Whether a part of what was received was treated as late: the bill's price did not hold for it.",
          false,
        ),
      ),
    reversed: z
      .boolean()
      .meta(meaning("Whether something that had counted is gone from the network and has not come back.", false)),
    wrongAsset: z
      .boolean()
      .meta(
        meaning("Whether another asset than the bill's was received at the address: it does not pay the bill.", false),
      ),
    fiat: z.enum(FIATS).meta(FIAT),
    fiatReceivable: exact().meta(FIAT_RECEIVABLE),
    address: z.string().meta(ADDRESS),
    status: z.enum(PAYMENT_STATUSES).meta(meaning("State.", "COMPLETED")),
    amountStatus: z.enum(AMOUNT_STATUSES).meta(AMOUNT_STATUS),
    confirmationsRequired: count().meta(meaning("Confirmations at which what is paid counts.", 2)),
    feeRate: exact()
      .optional()
      .meta(
        meaning(
          "The least fee for each byte, in satoshi, with which a payment counts from its sighting; one that pays less counts from its block. BTC and BCH, as far as the node has an estimate.",
          10,
        ),
      ),
    deposits: z
      .array(payerDeposit)
      .optional()
      .meta(meaning("What counts towards the bill, by the order it was seen in; absent: nothing.")),
    refunds: z
      .array(payerRefund)
      .optional()
      .meta(meaning("What goes back to where the payer said by a refund link, oldest first; absent: nothing.")),
    merchantName: z
      .string()
      .optional()
      .meta(meaning("What the account calls itself before its payers, as its settings say.", "Corner Shop")),
    returnUrl: z
      .string()
      .optional()
      .meta(
        meaning("Where the payer's page leads back to, as the account's settings say.", "https://shop.example/thanks"),
      ),
    sandbox: z.literal(true).optional().meta(SANDBOX),
    expiryTime: time().meta(EXPIRY_TIME),
    serverTime: time().meta(meaning("The business clock, epoch milliseconds.")),
  })
  .meta({ id: "PayerState" });

export type PayerState = z.output<typeof payerRecord>;

/** What a payer may know of the bill they pay (rulebook 11.5): no account, no subaccount, nothing of strategy or fees. */
export const payerStateEndpoint = endpoint({
  method: "GET",
  path: "/pay/[paymentId]/state",
  params: { paymentId: PAYMENT_ID },
  scope: "public",
  summary: "Answers what a payer needs: amount, address, state, end and the server's time.",
  answer: payerRecord,
  refuses: ["PAYMENT_NOT_FOUND"],
});

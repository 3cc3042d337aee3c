import { z } from "zod";
import { time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { id, oneOf, positive, text } from "#lib/contract/fields.ts";
import { approvalRecord, payoutFields } from "#lib/contract/approval.ts";
import { CRYPTOS, FIATS, NETWORK_TYPES } from "#lib/kernel/assets.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import { ASSET, AT, NETWORK_TYPE, TX_HASH, meaning } from "#lib/contract/meanings.ts";

/** Records a payout made elsewhere, never above what is free, or pending for returns (rulebook 11.4). */
export const recordPayoutEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/payouts",
  scope: "payouts:request",
  summary:
    "Records a payout of free crypto or fiat, or the return of a held or declined deposit, made outside this program.",
  description:
    "In live, and where the setting secondPerson is always, it waits for a second person: then nothing is recorded or reserved, and 202 answers the request.",
  body: z.object({
    asset: oneOf([...CRYPTOS, ...FIATS]).meta(ASSET),
    networkType: oneOf(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
    quantity: positive().meta(meaning("Quantity paid out; never more than what is free, or pending for a return.", 25)),
    paymentId: id().optional().meta(meaning("Crypto of this bill only.", IDS.payment)),
    txId: id()
      .optional()
      .meta(meaning("Crypto of this deposit only; a held or declined one goes back to its sender.", IDS.deposit)),
    reference: text(1, 128).meta(meaning("Your own number for the payout.", "payout-77")),
    txHash: text(1, 128).optional().meta(TX_HASH),
  }),
  answer: z
    .object({
      payoutId: z.string().meta(meaning("Identifier of the payout.", IDS.payout)),
      ...payoutFields,
      at: time().meta(AT),
    })
    .meta({ id: "Payout" }),
  waits: approvalRecord,
  refuses: ["NOT_FOUND", "INSUFFICIENT_FUNDS"],
});

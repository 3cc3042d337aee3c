import { z } from "zod";
import { time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { id, oneOf, positive, text } from "#lib/contract/fields.ts";
import { approvalRecord, payoutFields } from "#lib/contract/approval.ts";
import { CRYPTOS, FIATS, NETWORK_TYPES } from "#lib/kernel/assets.ts";

/** Records a payout made elsewhere, never above what is free, or pending for returns (rulebook 11.4). */
export const recordPayoutEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/payouts",
  scope: "payouts:write",
  summary:
    "Records a payout of free crypto or fiat, or the return of a held or declined deposit, made outside this program.",
  description:
    "In live, and where the setting secondPerson is always, it waits for a second person: then nothing is recorded or reserved, and 202 answers the request.",
  body: z.object({
    asset: oneOf([...CRYPTOS, ...FIATS]),
    networkType: oneOf(NETWORK_TYPES).optional(),
    quantity: positive(),
    paymentId: id().optional(),
    txId: id().optional(),
    reference: text(1, 128),
    txHash: text(1, 128).optional(),
  }),
  answer: z
    .object({
      payoutId: z.string(),
      ...payoutFields,
      at: time(),
    })
    .meta({ id: "Payout" }),
  waits: approvalRecord,
  refuses: ["NOT_FOUND", "INSUFFICIENT_FUNDS"],
});

import { z } from "zod";
import { bankFailure } from "#lib/contract/bank-failure.ts";
import { chainFailure } from "#lib/contract/chain-failure.ts";
import { orderFailure } from "#lib/contract/order-failure.ts";
import { count, exact, time } from "#lib/contract/answers.ts";
import { APPROVAL_KINDS } from "#lib/contract/approval-states.ts";
import { EXPORT_LISTS } from "#lib/contract/export-lists.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import { meaning, NETWORK, SANDBOX, TX_HASH } from "#lib/contract/meanings.ts";
import { reasonFacts } from "#lib/deposits/reason-facts.ts";
import { CRYPTOS, FIATS, NETWORKS } from "#lib/kernel/assets.ts";

/**
 * The facts from which the cause of a case is written, different for each kind; what is at stake stands in the case
 * itself.
 */
export const causeFacts = z
  .object({
    reason: reasonFacts.optional().meta(meaning("Of the deposit it is about, the latest of several.")),
    key: z
      .string()
      .optional()
      .meta(meaning("The key that received another asset than the bill's.", "m/44'/0'/0'/0/7 of the wallet 7ef32bdb")),
    fiat: z.enum(FIATS).optional().meta(meaning("Fiat of the bill, the order, the conversion or the pair.", "EUR")),
    base: z.enum(CRYPTOS).optional().meta(meaning("Crypto of the pair without a price.", "BTC")),
    due: exact().optional().meta(meaning("Crypto the bill asks for.", 0.00168351)),
    came: exact().optional().meta(meaning("Crypto that came and counts.", 0.001)),
    credited: exact().optional().meta(meaning("Fiat credited.", 59.4)),
    free: exact().optional().meta(meaning("Crypto that is kept and free.", 0)),
    tolerance: exact().optional().meta(meaning("Tolerated underpayment in per cent of what is due.", 0)),
    venue: z.string().optional().meta(meaning("Name of the venue.", "kraken")),
    detail: z
      .string()
      .optional()
      .meta(
        meaning(
          "What the venue, the chain's node or the receiver said, in its own words; the name of a file.",
          "HTTP 500",
        ),
      ),
    url: z.string().optional().meta(meaning("Where the events are sent.", "http://localhost:4000/webhooks")),
    disabled: z
      .enum(["GONE", "FAILING"])
      .optional()
      .meta(meaning("Why the endpoint was switched off: it answered 410, or it failed for five days.")),
    waiting: count()
      .optional()
      .meta(meaning("Events, or deposits, that wait; working days that no statement tells of.", 3)),
    network: z.enum(NETWORKS).optional().meta(NETWORK),
    paused: z.boolean().optional().meta(meaning("Whether following the chain is paused.")),
    failure: chainFailure.optional().meta(meaning("Why following the chain is paused.")),
    behind: count().optional().meta(meaning("Blocks it is behind its tip.", 12)),
    height: count().optional().meta(meaning("Block it is followed up to.", 912_345)),
    address: z.string().optional().meta(meaning("Address of ours that the money came to.", "bc1q…")),
    sandbox: z.literal(true).optional().meta(SANDBOX),
    txHash: z.string().optional().meta(TX_HASH),
    payoutId: z
      .string()
      .optional()
      .meta(meaning("The payout that it was sent for, which it has paid in another quantity.", IDS.payout)),
    networkFee: exact().optional().meta(meaning("The network's fee, where all of the transaction is ours.", 0.00001)),
    kept: exact().optional().meta(meaning("What of it came back to addresses of ours, as change.", 0.3)),
    to: z
      .string()
      .optional()
      .meta(meaning("Where it went, one address after the other; who uploaded a file.", "bc1q…")),
    gas: z.boolean().optional().meta(meaning("Whether it is about the chain's own coin and gas alone.")),
    contract: z
      .boolean()
      .optional()
      .meta(meaning("Whether the code of a contract moved it, which the transaction ran.")),
    own: z.boolean().optional().meta(meaning("Whether the chain's own coin went to another address of ours.")),
    left: z.boolean().optional().meta(meaning("Whether anything but the fee left us.")),
    booked: z
      .boolean()
      .optional()
      .meta(
        meaning(
          "Whether the books hold it: a block has it, and all that it uses up; whether a statement is off the books themselves.",
        ),
      ),
    spent: z
      .boolean()
      .optional()
      .meta(
        meaning("Whether its transaction can be in no block any more, for a day at least: the payout can be voided."),
      ),
    ageLimitMs: count()
      .optional()
      .meta(meaning("Milliseconds a hedge may be open, where it is open for longer.", 900_000)),
    sizeLimit: exact()
      .optional()
      .meta(meaning("EUR that an open hedge may be worth, where it is worth more.", 250_000)),
    until: time()
      .optional()
      .meta(
        meaning(
          "Until when the bill's price is held for the deposit, the venue may answer, it is to be paid back, or it can be decided.",
        ),
      ),
    approval: z.enum(APPROVAL_KINDS).optional().meta(meaning("What waits for a second person.", "payout")),
    list: z.enum(EXPORT_LISTS).optional().meta(meaning("The list of a file that could not be written.", "payments")),
    by: z.string().optional().meta(meaning("Who asked for it.", "staff:Ada")),
    refusal: z
      .string()
      .optional()
      .meta(meaning("Why a bank's file was refused, in English.", "Line 3: the amount is no number.")),
    refused: bankFailure.optional().meta(meaning("Why a bank's file was refused, as facts.")),
    order: orderFailure
      .optional()
      .meta(meaning("What is wrong with the order at the venue, or why a conversion failed.")),
    openBills: count().optional().meta(meaning("Open bills of the pair.", 2)),
  })
  .meta({ id: "CauseFacts" });

export type CauseFacts = z.output<typeof causeFacts>;

import { z } from "zod";
import { NETWORK_TYPES, ASSET_SYMBOLS } from "#lib/kernel/assets.ts";
import { count, exact, time } from "./answers.ts";
import { APPROVAL_KINDS, APPROVAL_STATES, DECIDERS } from "./approval-states.ts";
import { EXAMPLE_IDS as IDS } from "./example-ids.ts";
import { APPROVAL_ID, ASSET, NETWORK_TYPE, PAYMENT_ID, REFERENCE, TX_HASH, TX_ID, meaning } from "./meanings.ts";

const change = z
  .object({
    name: z.string().meta(meaning("Name of the setting.", "spreadBps.BTC.EUR")),
    before: z
      .union([exact(), z.string()])
      .optional()
      .meta(
        meaning(
          "What rules there, set under this name or further up: now, while it waits; else when it was decided. Absent: nothing.",
          100,
        ),
      ),
    after: z
      .union([exact(), z.string()])
      .meta(meaning("What shall rule; the word default takes the account's own value back.", 80)),
  })
  .meta({ id: "ApprovalChange" });

export const IN_PLACE_OF = meaning(
  "The payout that has failed, or fails with this: its transaction paid its destination this quantity instead.",
  IDS.payout,
);

/** What a payout says, requested or recorded. */
export const payoutFields = {
  asset: z.enum(ASSET_SYMBOLS).meta(ASSET),
  networkType: z.enum(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
  quantity: exact().meta(meaning("Quantity paid out.", 25)),
  paymentId: z.string().optional().meta(PAYMENT_ID),
  txId: z.string().optional().meta(TX_ID),
  reference: z.string().meta(REFERENCE),
  txHash: z.string().optional().meta(TX_HASH),
};

const requestedPayout = z
  .object({
    ...payoutFields,
    payoutId: z.string().optional().meta(meaning("The payout whose money is reserved while it waits.", IDS.payout)),
    beneficiaryId: z.string().optional().meta(meaning("The beneficiary it goes to.", IDS.beneficiary)),
    beneficiary: z.string().optional().meta(meaning("Its name.", "Acme Trading GmbH")),
    refundLinkId: z
      .string()
      .optional()
      .meta(
        meaning("The link by which the payer gave the address; askedAt is when, askedBy who made it.", IDS.refundLink),
      ),
    place: z.string().optional().meta(meaning("Where it goes: an address or bank account.", "DE89370400440532013000")),
    bankReference: z
      .string()
      .optional()
      .meta(meaning("The bank's own reference of a transfer made elsewhere.", "2026112300017")),
    inPlaceOf: z.string().optional().meta(IN_PLACE_OF),
  })
  .meta({ id: "AskedPayout" });

const leaves = {
  holds: exact().meta(meaning("What is there now of the payout's asset, confirmed.", 146.12)),
  promised: exact().meta(meaning("What of it is promised to others: locked, and reserved for other payouts.", 21.12)),
  after: exact().meta(meaning("holds − promised − the payout's quantity: what is free after it.", 100)),
};

const funds = z
  .object({
    account: z
      .object({
        ...leaves,
        owed: exact().optional().meta(meaning("What the account owes the operator of it; absent: nothing.", 12)),
        reserve: exact()
          .optional()
          .meta(meaning("What the settlement terms hold back of it now, whatever leaves; absent: nothing.", 22.69)),
      })
      .meta(meaning("Of the account.")),
    place: z
      .object({
        name: z.string().meta(meaning("The place that it is paid from.", "bank:main")),
        ...leaves,
      })
      .meta({ id: "PlaceFunds" })
      .optional()
      .meta(meaning("The same of the place, by the books; told to the operator's people alone.")),
  })
  .meta({ id: "ApprovalFunds" });

/** A request that waits, or waited, for a second person. */
export const approvalRecord = z
  .object({
    approvalId: z.string().meta(APPROVAL_ID),
    what: z.enum(APPROVAL_KINDS).meta(meaning("What was asked for.", "payout")),
    decides: z
      .enum(DECIDERS)
      .meta(meaning("Who agrees: somebody of the account that asks, or of the operator.", "house")),
    account: z.string().optional().meta(meaning("The account that asks; absent: the operator.", "acme")),
    status: z
      .enum(APPROVAL_STATES)
      .meta(meaning("PENDING, or how it ended; one that nobody decided in time is EXPIRED.", "PENDING")),
    payout: requestedPayout.optional().meta(meaning("The payout as it was asked for.")),
    funds: funds
      .optional()
      .meta(meaning("Of a payout that waits: what it is taken from, and what it leaves there, as of now.")),
    changes: z.array(change).optional().meta(meaning("The settings as they were asked for, before and after.")),
    request: z
      .record(z.string(), z.string())
      .optional()
      .meta(meaning("What was asked for, field by field; absent for payouts and settings.", { keyId: "ak_1f2e3d4c" })),
    before: z
      .record(z.string(), z.string())
      .optional()
      .meta(
        meaning(
          "What rules there of the fields that request would change, of a role, terms or a mapping: now, while it waits; else when it was decided. A field that is missing had no value; absent: it was not kept.",
          { role: "viewer" },
        ),
      ),
    reason: z.string().optional().meta(meaning("Why it was asked for.", "Agreed with the account on 19 November.")),
    askedBy: z.string().meta(meaning("Who asked.", "staff:Ada")),
    askedAt: time().meta(meaning("When, epoch milliseconds.")),
    yours: z.boolean().meta(meaning("Whether the caller asked for it, and so cannot decide it.", false)),
    expiresAt: time().meta(meaning("Until when it can be decided, epoch milliseconds.", 1826605924801)),
    decidedBy: z.string().optional().meta(meaning("Who decided.", "staff:Grace")),
    decidedAt: time().optional().meta(meaning("When it was decided, epoch milliseconds.")),
    needs: count().meta(
      meaning("How many people have to approve it: 2 for a payout while its account owes the operator.", 1),
    ),
    firstBy: z.string().optional().meta(meaning("Who approved first, where two have to.", "staff:Hugo")),
    firstAt: time().optional().meta(meaning("When, epoch milliseconds.")),
    note: z.string().optional().meta(meaning("What the decider said to it.", "Compared with the bank's order.")),
    payoutId: z.string().optional().meta(meaning("Identifier of the payout.", IDS.payout)),
  })
  .meta({ id: "Approval" });

export type ApprovalRecord = z.output<typeof approvalRecord>;

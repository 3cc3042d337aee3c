import { z } from "zod";
import { exact, pageOf, time } from "#lib/contract/answers.ts";
import { approvalRecord, IN_PLACE_OF, payoutFields } from "#lib/contract/approval.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import { id, oneOf, positive, prose, text, whole } from "#lib/contract/fields.ts";
import { fieldsOf } from "#lib/contract/filter-fields.ts";
import { APPROVAL_ID, ASSET, AT, LIMIT, meaning, NETWORK_TYPE, STARTS_AFTER, TX_HASH } from "#lib/contract/meanings.ts";
import { NETWORK_TYPES, ASSET_SYMBOLS } from "#lib/kernel/assets.ts";
import { PAYOUT_FILTERS } from "./filters.ts";
import { PAYOUT_KINDS, PAYOUT_STATES } from "./payout-states.ts";

const BENEFICIARY_ID = meaning("Identifier of a beneficiary of the account.", IDS.beneficiary);
const BANK_REFERENCE = meaning("The bank's own reference of a transfer made elsewhere.", "2026112300017");
const PAYOUT_ID = meaning("Identifier of the payout.", IDS.payout);

export const payoutRecord = z
  .object({
    payoutId: z.string().meta(PAYOUT_ID),
    kind: z
      .enum(PAYOUT_KINDS)
      .meta(meaning("PAYOUT of free money; REFUND of a declined deposit; SETTLEMENT.", "PAYOUT")),
    status: z
      .enum(PAYOUT_STATES)
      .meta(
        meaning(
          "RECORDED: made elsewhere. Reserved from REQUESTED until it is CONFIRMED, REJECTED, CANCELLED or FAILED.",
          "APPROVED",
        ),
      ),
    username: z.string().meta(meaning("Name of the account.", "acme")),
    ...payoutFields,
    beneficiaryId: z.string().optional().meta(BENEFICIARY_ID),
    beneficiary: z.string().optional().meta(meaning("Its name.", "Acme Trading GmbH")),
    refundLinkId: z
      .string()
      .optional()
      .meta(meaning("The link by which the payer gave the address; at is when, askedBy who made it.", IDS.refundLink)),
    place: z.string().optional().meta(meaning("Where it goes: an address or bank account.", "DE89370400440532013000")),
    approvalId: z.string().optional().meta(APPROVAL_ID),
    mayHaveLeft: z
      .boolean()
      .optional()
      .meta(
        meaning(
          "True: asked for before the database was restored; not paid until its network or bank told, and what the restore lost is known not to be sent any more.",
          true,
        ),
      ),
    bankReference: z.string().optional().meta(BANK_REFERENCE),
    paidOtherwise: exact()
      .optional()
      .meta(
        meaning("What its final transaction has paid its destination instead: it waits to be ended by that.", 24.9),
      ),
    inPlaceOf: z.string().optional().meta(IN_PLACE_OF),
    endToEndId: z
      .string()
      .optional()
      .meta(meaning("How the bank's lines name it, once it stands in a file.", IDS.payout.replaceAll("-", ""))),
    fileId: z.string().optional().meta(meaning("File for the bank in which it stands.", IDS.payoutFile)),
    askedBy: z.string().meta(meaning("Who asked for it, or recorded it.", "staff:Ada")),
    reason: z.string().optional().meta(meaning("Why it ended without being paid.", "The account closes.")),
    at: time().meta(AT),
    approvedAt: time().optional().meta(meaning("When it was approved, epoch milliseconds.")),
    endedAt: time().optional().meta(meaning("When it was confirmed or ended otherwise, epoch milliseconds.")),
  })
  .meta({ id: "Payout" });
export type PayoutRecord = z.output<typeof payoutRecord>;

/** Asks for a payout to a beneficiary, or records one made elsewhere; never above what is free, or pending for returns (rulebook 11.4). */
export const recordPayoutEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/payouts",
  scope: "payouts:request",
  summary:
    "Asks for a payout of free crypto or fiat, or of a declined deposit, to a beneficiary; or records one that was made elsewhere.",
  description:
    "With a beneficiaryId the money is reserved at once and the payout answered: REQUESTED, by 202, while it waits for somebody at the operator, where the setting secondPerson is always or the account owes anything, else APPROVED. With txHash or bankReference, or where the account has never had a beneficiary, it is recorded as made outside this program; where a second person is needed nothing is recorded or reserved then, and 202 answers the request. A txHash is taken only of a transaction of ours that has its confirmations and pays exactly this quantity, to the beneficiaryId, or where none is given to a beneficiary of the account; once the account has had one, crypto is recorded in no other way. A line of the bank must match recorded fiat within five business days, else it is a case of the operator.",
  body: z.object({
    asset: oneOf(ASSET_SYMBOLS).meta(ASSET),
    networkType: oneOf(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
    quantity: positive().meta(
      meaning(
        "Quantity paid out; never more than what is free, of fiat less the reserve of the settlement terms, or pending for a return.",
        25,
      ),
    ),
    beneficiaryId: id().optional().meta(BENEFICIARY_ID),
    paymentId: id().optional().meta(meaning("Crypto of this bill only.", IDS.payment)),
    txId: id()
      .optional()
      .meta(meaning("Crypto of this deposit only; a held or declined one goes back to its sender.", IDS.deposit)),
    reference: text(1, 128).meta(meaning("Your own number for the payout.", "payout-77")),
    txHash: text(1, 128).optional().meta(TX_HASH),
    bankReference: text(1, 128).optional().meta(BANK_REFERENCE),
  }),
  answer: payoutRecord,
  waits: approvalRecord,
  waiting: ({ status }) => status === "REQUESTED",
  refuses: ["NOT_FOUND", "INVALID_STATE", "INSUFFICIENT_FUNDS", "BELOW_MINIMUM"],
});

const query = z.object({
  ...fieldsOf(PAYOUT_FILTERS),
  limit: whole(1, 500).optional().meta(LIMIT),
  startsAfter: text(1, 2_048).optional().meta(STARTS_AFTER),
});

export const listPayoutsEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/payouts",
  scope: "account:read",
  summary: "Answers the account's payouts, newest first.",
  query,
  answer: pageOf(payoutRecord).meta({ id: "PayoutPage" }),
  refuses: ["INVALID_PAGINATION_TOKEN"],
});

export const getPayoutEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/payouts/[payoutId]",
  params: { payoutId: PAYOUT_ID },
  scope: "account:read",
  summary: "Answers one payout of the account.",
  answer: payoutRecord,
  refuses: ["NOT_FOUND"],
});

export const cancelPayoutEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/payouts/[payoutId]/cancel",
  params: { payoutId: PAYOUT_ID },
  scope: "payouts:request",
  summary: "Takes a payout back: what it reserved is free again.",
  description:
    "While it is REQUESTED. Once APPROVED it may be on its way, also by hand: the operator alone takes it back.",
  body: z.object({ note: prose(1, 1_000).optional().meta(meaning("Why, for the record.", "Asked for twice.")) }),
  answer: payoutRecord,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const listHousePayoutsEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/payouts",
  scope: "house:read",
  summary: "Answers the payouts of all accounts, newest first.",
  query,
  answer: pageOf(payoutRecord).meta({ id: "PayoutPage" }),
  refuses: ["INVALID_PAGINATION_TOKEN"],
});

export const getHousePayoutEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/payouts/[payoutId]",
  params: { payoutId: PAYOUT_ID },
  scope: "house:read",
  summary: "Answers one payout of any account.",
  answer: payoutRecord,
  refuses: ["NOT_FOUND"],
});

export const rejectPayoutEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/payouts/[payoutId]/reject",
  params: { payoutId: PAYOUT_ID },
  scope: "house:payouts",
  summary: "Takes back an approved payout that is not prepared yet: what it reserved is free again.",
  body: z.object({
    note: prose(1, 1_000).meta(meaning("Why, for the record and for the account.", "The account closes.")),
  }),
  answer: payoutRecord,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const failPayoutEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/payouts/[payoutId]/fail",
  params: { payoutId: PAYOUT_ID },
  scope: "house:payouts",
  summary:
    "Fails a payout that the bank has not executed and will not, or of which its own transaction has paid another quantity.",
  description:
    "Of crypto on eth and tron with paidOtherwise: what its destination got is recorded in its place (inPlaceOf), never more than it asked for, and what it reserved beyond that is free again; where the setting secondPerson is always, or the account owes anything, it waits for another person of the operator (202). Of fiat that is PREPARED: its money is free again. Where the setting secondPerson is always, somebody else than who made the file says so. Refused while a debit of that bank account since the file that nothing explains may be this payout. A line of the bank that pays it after all is an UNKNOWN_LINE.",
  body: z.object({
    note: prose(1, 1_000).meta(
      meaning("Why, for the record and for the account.", "The bank refused the file (DT01)."),
    ),
  }),
  answer: payoutRecord,
  waits: approvalRecord,
  refuses: ["NOT_FOUND", "FORBIDDEN", "INVALID_STATE"],
});

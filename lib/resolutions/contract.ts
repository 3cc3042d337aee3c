import { z } from "zod";
import { exact, time } from "#lib/contract/answers.ts";
import { approvalRecord } from "#lib/contract/approval.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import { id, oneOf, prose, text } from "#lib/contract/fields.ts";
import { ASSET, MOVE_ID, NETWORK_TYPE, PAYMENT_ID, TX_ID, meaning } from "#lib/contract/meanings.ts";
import { ASSET_SYMBOLS, LEDGER_SYMBOLS, NETWORK_TYPES } from "#lib/kernel/assets.ts";
import { RESOLUTION_KINDS, SUBJECTS } from "./resolution.ts";

const KIND = meaning(
  "LINK: what left was this move. OWN: what came is the operator's own, as capital. RETURN: what came is this move, which had left and came back: it has FAILED. ASSIGN: fiat, or crypto that came to an address of no bill, is an account's, and available to it. WRITE_OFF: what is missing will not come back, or what has left for a move will not arrive, a loss. VOID: a payout of fiat made elsewhere was never made, and has FAILED, as has one of crypto whose transaction can be in no block any more; or what arrived for a move that has not left is not the move's, but nobody's, or its address's bill's.",
  "OWN",
);
const SUBJECT_ID = meaning("What it is about: the last part of its case's caseId.", IDS.bankLine);
const ACCOUNT = meaning("The account whose it is, by its name.", "acme");
const WHY = meaning("What was found out, for the audit record.", "A refund of the venue, by its letter of 3 November.");

const resolution = z
  .object({
    resolutionId: z.string().meta(meaning("Identifier of the resolution.", IDS.resolution)),
    kind: z.enum(RESOLUTION_KINDS).meta(KIND),
    subject: z
      .enum(SUBJECTS)
      .meta(
        meaning(
          "What it is about: an asset of a transaction that left, a deposit of no known bill, a bank's line, a venue's transfer, ether or TRX of an account, a move that has left and not arrived, or arrived and not left, a payout made elsewhere, or gone with its transaction.",
          "LINE",
        ),
      ),
    subjectId: z.string().meta(SUBJECT_ID),
    asset: z.enum(LEDGER_SYMBOLS).meta(ASSET),
    networkType: z.enum(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
    quantity: exact().meta(meaning("All of it.", 250)),
    reference: z.string().meta(meaning("The chain's, the bank's or the venue's own name of it.", "2026112300017")),
    moveId: z.string().optional().meta(MOVE_ID),
    account: z.string().optional().meta(ACCOUNT),
    paymentId: z.string().optional().meta(PAYMENT_ID),
    note: z.string().meta(WHY),
    resolvedBy: z.string().meta(meaning("Who said so.", "staff:Ada")),
    resolvedAt: time().meta(meaning("When, epoch milliseconds.")),
  })
  .meta({ id: "Resolution" });
export type ResolutionRecord = z.output<typeof resolution>;

export const resolveEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/resolutions",
  scope: "house:moves",
  summary: "Says what became of money that nobody expected, or that left without leave.",
  description:
    "Where two persons are asked for it waits for the second (202). A move is linked by somebody else than who asked for it, to a transaction in a block that pays its quantity to the unit. Crypto that is assigned becomes a deposit of the bill that is named, kept as it is: no price of the bill is for it. A move that comes back was on its way; what it lacks of what has left is a cost, and who asked for it neither says so nor that it is lost, which nobody says within a day, nor voids what arrived for it. What a bank never paid, or no transaction, is the account's again; the former is refused while a debit of its sum is nobody's, the latter before what its transaction spends has been spent otherwise for a day. What was resolved is linked to nothing else; it is mirrored when its block goes, or the venue takes it back.",
  body: z.object({
    kind: oneOf(RESOLUTION_KINDS).meta(KIND),
    subjectId: id().meta(SUBJECT_ID),
    moveId: id()
      .optional()
      .meta({ ...MOVE_ID, description: "The move that it was; only with LINK and RETURN." }),
    account: text(1, 64)
      .optional()
      .meta({ ...ACCOUNT, description: "The account whose it is; only with ASSIGN." }),
    paymentId: id()
      .optional()
      .meta({
        ...PAYMENT_ID,
        description: "The bill of that account that it becomes a deposit of; with ASSIGN of crypto, and only there.",
      }),
    note: prose(1, 1_000).meta(WHY),
  }),
  answer: resolution,
  waits: approvalRecord,
  refuses: ["NOT_FOUND", "INVALID_STATE", "FORBIDDEN"],
});

/** What an account is told of money that was found to be its own. */
export const assignmentRecord = z
  .object({
    resolutionId: z.string().meta(meaning("Identifier of the assignment.", IDS.resolution)),
    asset: z.enum(ASSET_SYMBOLS).meta(ASSET),
    networkType: z.enum(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
    quantity: exact().meta(meaning("All of it.", 250)),
    paymentId: z.string().optional().meta(PAYMENT_ID),
    txId: z.string().optional().meta(TX_ID),
    assignedAt: time().meta(meaning("When it became the account's, epoch milliseconds.")),
    takenBackAt: time().optional().meta(meaning("When it was taken back, epoch milliseconds.")),
  })
  .meta({ id: "Assignment" });

import { fieldsOf } from "#lib/contract/filter-fields.ts";
import { MOVE_FILTERS } from "./filters.ts";
import { z } from "zod";
import { exact, listOf, pageOf, time } from "#lib/contract/answers.ts";
import { approvalRecord } from "#lib/contract/approval.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { amount, flag, id, oneOf, positive, prose, text, whole } from "#lib/contract/fields.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import {
  APPROVAL_ID,
  ASSET,
  CREATED_AT,
  DESTINATION_ID,
  LIMIT,
  MOVE_ID,
  NETWORK_TYPE,
  STARTS_AFTER,
  meaning,
  SANDBOX,
} from "#lib/contract/meanings.ts";
import { LEDGER_SYMBOLS, NETWORK_TYPES } from "#lib/kernel/assets.ts";
import { FACT_STATES, MOVE_KINDS, MOVE_SIDES, MOVE_SOURCES, MOVE_STATES } from "./move.ts";

const FROM = meaning("The place it leaves; absent where it comes from outside.", "custody:bitcoin");
const TO = meaning("The place it goes to; absent where it leaves the operator.", "venue:kraken");
const ADDRESS = meaning("Address on a chain, or IBAN of an account.", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4");
const LABEL = meaning("What people call it.", "Kraken, deposits of BTC");
const REFERENCE = meaning("Its own number, for the bank's and the venue's records of it.", "MV7K2M9Q4T1X");
const WHY = meaning("Why, for the audit record.", "Stock at the venue is below its floor.");
const QUANTITY = meaning("How much goes, in whole units of the asset.", 0.4995);

const destination = z
  .object({
    destinationId: z.string().meta(DESTINATION_ID),
    place: z.string().meta(meaning("The place it leads to; owner: the owner's own.", "venue:kraken")),
    asset: z.enum(LEDGER_SYMBOLS).meta(ASSET),
    networkType: z.enum(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
    address: z.string().meta(ADDRESS),
    sandbox: z.literal(true).optional().meta(SANDBOX),
    label: z.string().meta(LABEL),
    createdBy: z.string().meta(meaning("Who asked for it.", "staff:Ada")),
    createdAt: time().meta(CREATED_AT),
    endedBy: z.string().optional().meta(meaning("Who ended it.", "staff:Grace")),
    endedAt: time().optional().meta(meaning("When it ended, epoch milliseconds.")),
  })
  .meta({ id: "Destination" });

const fact = z
  .object({
    side: z.enum(MOVE_SIDES).meta(meaning("What it proves.", "LEFT")),
    source: z.enum(MOVE_SOURCES).meta(meaning("Who tells of it.", "CHAIN")),
    proof: z.string().meta(meaning("The transaction's hash, the venue's or the bank line's number.", IDS.txHash)),
    quantity: exact().meta(meaning("What went on, or came.", 0.4995)),
    fee: exact().meta(meaning("What was lost on the way there.", 0.0001234)),
    status: z
      .enum(FACT_STATES)
      .meta(meaning("POSTED; EARLY waits for the move's leaving; GONE: not true any more.", "POSTED")),
    at: time().meta(meaning("When, epoch milliseconds.")),
    by: z.string().meta(meaning("Who brought it: the program, or the person who linked it.", "worker")),
    note: z.string().optional().meta(meaning("What the person who linked it said.", "Compared with the statement.")),
  })
  .meta({ id: "MoveFact" });

const move = z
  .object({
    moveId: z.string().meta(MOVE_ID),
    kind: z.enum(MOVE_KINDS).meta(meaning("What it is for.", "TO_VENUE")),
    from: z.string().optional().meta(FROM),
    to: z.string().optional().meta(TO),
    asset: z.enum(LEDGER_SYMBOLS).meta(ASSET),
    networkType: z.enum(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
    quantity: exact().meta(QUANTITY),
    destinationId: z.string().optional().meta(DESTINATION_ID),
    address: z.string().optional().meta(ADDRESS),
    sandbox: z.literal(true).optional().meta(SANDBOX),
    label: z.string().optional().meta(LABEL),
    reference: z.string().meta(REFERENCE),
    note: z.string().meta(WHY),
    status: z.enum(MOVE_STATES).meta(meaning("How far it has come.", "SENT")),
    approvalId: z.string().optional().meta(APPROVAL_ID),
    cost: exact().meta(meaning("What was lost on the way so far.", 0.0001234)),
    facts: z.array(fact).meta(meaning("What proves each step.")),
    createdBy: z.string().meta(meaning("Who asked for it.", "staff:Ada")),
    createdAt: time().meta(CREATED_AT),
    updatedAt: time().meta(meaning("When it last changed, epoch milliseconds.")),
    mayHaveLeft: z
      .boolean()
      .optional()
      .meta(
        meaning(
          "True: asked for before the database was restored; not carried out until its place has told, and what the restore lost is known not to be sent any more.",
          true,
        ),
      ),
    endedReason: z.string().optional().meta(meaning("Why it ended without arriving.", "Not needed any more.")),
  })
  .meta({ id: "Move" });

export type MoveRecord = z.output<typeof move>;

export const listDestinationsEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/destinations",
  scope: "house:read",
  summary: "Answers where the operator's means may go, ended ones too.",
  answer: listOf(destination).meta({ id: "DestinationList" }),
});

export const addDestinationEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/destinations",
  scope: "house:moves",
  summary: "Adds an address or bank account to where the operator's means may go; two persons make the list.",
  description: "One of a place bank:{name} is a bank account of ours, whose statements are taken in.",
  body: z.object({
    place: text(1, 64).meta(meaning("The place it leads to; owner: the owner's own.", "venue:kraken")),
    asset: oneOf(LEDGER_SYMBOLS).meta(ASSET),
    networkType: oneOf(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
    address: text(1, 128).meta(ADDRESS),
    label: text(1, 128).meta(LABEL),
  }),
  answer: destination,
  waits: approvalRecord,
  refuses: ["INVALID_STATE"],
});

export const endDestinationEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/destinations/[destinationId]/end",
  params: { destinationId: DESTINATION_ID },
  scope: "house:moves",
  summary: "Takes a destination off the list: nothing new goes there.",
  body: z.object({ note: prose(1, 1_000).meta(WHY) }),
  answer: destination,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const listMovesEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/moves",
  scope: "house:read",
  summary: "Answers the moves of the operator's means between places, newest first.",
  query: z.object({
    ...fieldsOf(MOVE_FILTERS),
    limit: whole(1, 500).optional().meta(LIMIT),
    startsAfter: text(1, 2_048).optional().meta(STARTS_AFTER),
  }),
  answer: pageOf(move).meta({ id: "MovePage" }),
  refuses: ["INVALID_PAGINATION_TOKEN"],
});

export const getMoveEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/moves/[moveId]",
  params: { moveId: MOVE_ID },
  scope: "house:read",
  summary: "Answers one move with what proves its steps.",
  answer: move,
  refuses: ["NOT_FOUND"],
});

export const requestMoveEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/moves",
  scope: "house:moves",
  summary: "Asks for a move of the operator's means between places, or drafts one.",
  description:
    "Where two persons are asked for it is REQUESTED and waits for the second (202, whose request names the moveId). It leaves and arrives by what chains, venues and bank statements tell; an OPENING balance is posted when it is agreed to. GAS brings ETH or TRX from one address of ours to another, which needs no destination of the list.",
  body: z.object({
    kind: oneOf(MOVE_KINDS).meta(meaning("What it is for.", "TO_VENUE")),
    from: text(1, 64).optional().meta(FROM),
    to: text(1, 64).optional().meta(TO),
    asset: oneOf(LEDGER_SYMBOLS).meta(ASSET),
    networkType: oneOf(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
    quantity: positive().meta(QUANTITY),
    destinationId: id().optional().meta(DESTINATION_ID),
    address: text(1, 128)
      .optional()
      .meta(
        meaning(
          "With GAS, the address of ours that gets the coin; with CAPITAL_IN to custody, the one that it comes to, which no bill has: its arrival is matched by itself.",
          "0x901bb9583b24d97e995513c6778dc6888ab6870e",
        ),
      ),
    note: prose(1, 1_000).meta(WHY),
    draft: flag().optional().meta(meaning("Whether it is only drafted and asked for later; absent: false.", false)),
  }),
  answer: move,
  waits: approvalRecord,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const askForMoveEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/moves/[moveId]/request",
  params: { moveId: MOVE_ID },
  scope: "house:moves",
  summary: "Asks for a move that was drafted.",
  answer: move,
  waits: approvalRecord,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const cancelMoveEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/moves/[moveId]/cancel",
  params: { moveId: MOVE_ID },
  scope: "house:moves",
  summary: "Takes back a move that has not left yet.",
  body: z.object({ note: prose(1, 1_000).meta(WHY) }),
  answer: move,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const linkMoveEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/moves/[moveId]/link",
  params: { moveId: MOVE_ID },
  scope: "house:moves",
  summary: "Says by which deposit or withdrawal of a venue a move arrived or left, where the program has not seen it.",
  description:
    "Somebody else than who asked for the move reads it off the venue's own record, and where the operator asks for two persons another of the operator agrees: 202 answers the request. Only of a venue that does not tell its transfers, and of a correction: of others a transfer is linked. Chains and banks tell of theirs themselves.",
  body: z.object({
    side: oneOf(MOVE_SIDES).meta(meaning("What it proves.", "ARRIVED")),
    proof: text(1, 128).meta(meaning("The venue's own number of it.", "QGBMY2K-AXS7V-7RKKZW")),
    quantity: positive().meta(meaning("What went on, or came.", 0.4995)),
    fee: amount().optional().meta(meaning("What the venue took beside it; absent: nothing. Only with LEFT.", 0)),
    note: prose(1, 1_000).meta(meaning("What it was compared with.", "Compared with the venue's statement.")),
  }),
  answer: move,
  waits: approvalRecord,
  refuses: ["NOT_FOUND", "INVALID_STATE", "FORBIDDEN"],
});

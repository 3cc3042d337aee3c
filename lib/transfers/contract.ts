import { fieldsOf } from "#lib/contract/filter-fields.ts";
import { TRANSFER_FILTERS } from "./filters.ts";
import { z } from "zod";
import { exact, pageOf, time } from "#lib/contract/answers.ts";
import { approvalRecord } from "#lib/contract/approval.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { prose, text, whole } from "#lib/contract/fields.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import { LIMIT, MOVE_ID, SANDBOX, STARTS_AFTER, TX_HASH, meaning } from "#lib/contract/meanings.ts";
import { NETWORK_TYPES, ASSET_SYMBOLS } from "#lib/kernel/assets.ts";
import { RESOLUTION_KINDS } from "#lib/resolutions/resolution.ts";
import { TRANSFER_KINDS, TRANSFER_OWNERS, TRANSFER_STATES } from "./transfer.ts";

const TRANSFER_ID = meaning("Identifier of a deposit or withdrawal at a venue.", IDS.venueTransfer);
const VENUE = meaning("Name of the venue.", "kraken");

const transfer = z
  .object({
    transferId: z.string().meta(TRANSFER_ID),
    venue: z.string().meta(VENUE),
    kind: z.enum(TRANSFER_KINDS).meta(meaning("Whether it came to the venue or left it.", "WITHDRAWAL")),
    reference: z.string().meta(meaning("The venue's own number of it.", "AGBZNBO-5P2XSB-RFVF6J")),
    asset: z.enum(ASSET_SYMBOLS).meta(meaning("Crypto or fiat.", "EUR")),
    networkType: z.enum(NETWORK_TYPES).optional().meta(meaning("Network of USDT.", "tron")),
    quantity: exact().meta(meaning("What the venue credited, or what it sent.", 25000)),
    fee: exact().meta(meaning("The venue's fee beside it.", 1.5)),
    fraction: exact().meta(meaning("What of it is below the smallest unit of the books.", 0)),
    status: z
      .enum(TRANSFER_STATES)
      .meta(meaning("PENDING, DONE, or FAILED where it did not happen or came back.", "DONE")),
    txHash: z.string().optional().meta(TX_HASH),
    address: z.string().optional().meta(meaning("Where it came in, or where it goes.", "DE89370400440532013000")),
    sandbox: z.literal(true).optional().meta(SANDBOX),
    label: z.string().optional().meta(meaning("The name under which the venue knows the destination.", "Nordbank")),
    at: time().meta(meaning("When, by the venue, epoch milliseconds.")),
    belongsTo: z.enum(TRANSFER_OWNERS).meta(meaning("What it belongs to; NOBODY: it is a case.", "MOVE")),
    resolved: z
      .enum(RESOLUTION_KINDS)
      .optional()
      .meta(
        meaning("What persons have said of one of NOBODY: it is linked to nothing any more, and is no case.", "OWN"),
      ),
    moveId: z.string().optional().meta(MOVE_ID),
    linkedBy: z.string().optional().meta(meaning("Who linked it; absent where it was by itself.", "staff:Ada")),
    note: z.string().optional().meta(meaning("What they said to it.", "Compared with the venue's mail.")),
  })
  .meta({ id: "VenueTransfer" });

export type TransferRecord = z.output<typeof transfer>;

export const listVenueTransfersEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/venue-transfers",
  scope: "house:read",
  summary: "Answers what came to the operator's venues and what left them, newest first, and what each belongs to.",
  query: z.object({
    ...fieldsOf(TRANSFER_FILTERS),
    limit: whole(1, 500).optional().meta(LIMIT),
    startsAfter: text(1, 2_048).optional().meta(STARTS_AFTER),
  }),
  answer: pageOf(transfer).meta({ id: "VenueTransferPage" }),
  refuses: ["INVALID_PAGINATION_TOKEN"],
});

export const linkVenueTransferEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/venue-transfers/[transferId]/link",
  params: { transferId: TRANSFER_ID },
  scope: "house:moves",
  summary: "Says which move a deposit or withdrawal belongs to that belonged to nobody.",
  description:
    "The move was agreed to by two persons, and whoever asked for it does not link it. A transfer that went elsewhere than to the move's destination, or brings over a hundredth less than has left, waits for a second person of the operator where two are asked for (202).",
  body: z.object({
    moveId: text(1, 128).meta(MOVE_ID),
    note: prose(1, 1_000).meta(meaning("What it was compared with.", "Compared with the venue's mail.")),
  }),
  answer: transfer,
  waits: approvalRecord,
  refuses: ["NOT_FOUND", "INVALID_STATE", "FORBIDDEN"],
});

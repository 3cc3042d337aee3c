import { z } from "zod";
import { count, exact, pageOf, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import { text, whole } from "#lib/contract/fields.ts";
import { fieldsOf } from "#lib/contract/filter-fields.ts";
import { ASSET, LIMIT, meaning, NETWORK_TYPE, STARTS_AFTER } from "#lib/contract/meanings.ts";
import { FIATS, NETWORK_TYPES, ASSET_SYMBOLS } from "#lib/kernel/assets.ts";
import { SETTLEMENT_FILTERS } from "./filters.ts";
import { FEE_KINDS, MOVEMENT_KINDS, SETTLEMENT_STATES, WITHHELD } from "./settlement-states.ts";

const SETTLEMENT_ID = meaning("Identifier of the settlement.", IDS.settlement);
export const MOVEMENT_KIND = meaning(
  "CONVERTED: deposits sold. INVOICE: sold by a conversion. REVERSED: taken back with its deposit. SETTLED, PAID_OUT: reserved for a payout. RETURNED: a payout that ended unpaid. KEPT, LOCKED, UNLOCKED: crypto kept, in an invoice, out of one.",
  "CONVERTED",
);

/** Movements of one kind, summed. */
const kindSum = z
  .object({
    kind: z.enum(MOVEMENT_KINDS).meta(MOVEMENT_KIND),
    amount: exact().meta(meaning("Their sum; what raises the balance is positive.", 218.8)),
    count: count().meta(meaning("How many there are.", 2)),
  })
  .meta({ id: "MovementSum" });

export const feeLine = z
  .object({
    kind: z
      .enum(FEE_KINDS)
      .meta(
        meaning(
          "SPREAD: in the price, no movement: what was sold at the bid, less what was credited. EXPLICIT: withheld of what was sold. TRANSACTION: withheld of what was kept.",
          "SPREAD",
        ),
      ),
    asset: z.enum(ASSET_SYMBOLS).meta(ASSET),
    networkType: z.enum(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
    amount: exact().meta(meaning("Their sum; below zero where reversals took back more.", 2.29)),
    count: count().meta(meaning("How many parts it is the sum of.", 4)),
  })
  .meta({ id: "FeeLine" });

export const statementFigures = {
  from: time().meta(meaning("Begin of the period, included, epoch milliseconds.")),
  to: time().meta(meaning("End of the period, not included, epoch milliseconds.")),
  opening: exact().meta(meaning("Available when it began.", 1000)),
  closing: exact().meta(meaning("Available when it ended: opening and all movements.", 226.82)),
  movements: count().meta(meaning("How many movements there are.", 5)),
  byKind: z.array(kindSum).meta(meaning("The movements by kind.")),
  fees: z.array(feeLine).meta(meaning("What the operator took in the period.")),
};

export const settlementRecord = z
  .object({
    settlementId: z.string().meta(SETTLEMENT_ID),
    reference: z.string().meta(meaning("How statement, payout and bank name it.", "S-EUR-20261102-1")),
    username: z.string().meta(meaning("Name of the account.", "acme")),
    currency: z.enum(FIATS).meta(meaning("Fiat that is settled.", "EUR")),
    status: z
      .enum(SETTLEMENT_STATES)
      .meta(
        meaning(
          "NONE: nothing is due. DUE: not asked for yet. ASKED: its payout is on its way. PAID. RETURNED: the payout ended unpaid, the next settlement has the money. LAPSED: the money was gone when it was to be asked for.",
          "PAID",
        ),
      ),
    zone: z.string().meta(meaning("Time zone of the operator's days.", "Europe/Berlin")),
    ...statementFigures,
    reserve: exact().meta(meaning("What stays as a reserve.", 22.69)),
    awaited: exact().meta(meaning("Due of earlier periods and not yet asked for then.", 0)),
    due: exact().meta(meaning("Closing less reserve and what is awaited; 0 where it is withheld.", 204.13)),
    withheld: z
      .enum(WITHHELD)
      .optional()
      .meta(
        meaning(
          "Why nothing is due: the account owes the operator, nothing is left, or it is less than the minimum.",
          "MINIMUM",
        ),
      ),
    askAt: time().meta(meaning("When it is asked for, epoch milliseconds.")),
    payoutId: z.string().optional().meta(meaning("The payout that pays it.", IDS.payout)),
    paidOut: exact().optional().meta(meaning("What that payout is over: the due, or what was left of it.", 204.13)),
    invoiceNumber: z.string().optional().meta(meaning("Number of its fee invoice.", "FI-2026-000001")),
    at: time().meta(meaning("When it was made, epoch milliseconds.")),
  })
  .meta({ id: "Settlement" });
export type SettlementRecord = z.output<typeof settlementRecord>;

const query = z.object({
  ...fieldsOf(SETTLEMENT_FILTERS),
  limit: whole(1, 500).optional().meta(LIMIT),
  startsAfter: text(1, 2_048).optional().meta(STARTS_AFTER),
});

export const listSettlementsEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/settlements",
  scope: "account:read",
  summary: "Answers the account's settlements, newest first.",
  query,
  answer: pageOf(settlementRecord).meta({ id: "SettlementPage" }),
  refuses: ["INVALID_PAGINATION_TOKEN"],
});

export const getSettlementEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/settlements/[settlementId]",
  params: { settlementId: SETTLEMENT_ID },
  scope: "account:read",
  summary: "Answers one settlement of the account, with its statement's figures.",
  answer: settlementRecord,
  refuses: ["NOT_FOUND"],
});

export const getHouseSettlementEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/settlements/[settlementId]",
  params: { settlementId: SETTLEMENT_ID },
  scope: "house:read",
  summary: "Answers one settlement of any account, with its statement's figures.",
  answer: settlementRecord,
  refuses: ["NOT_FOUND"],
});

export const listHouseSettlementsEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/settlements",
  scope: "house:read",
  summary: "Answers the settlements of all accounts, newest first.",
  query: query.extend({ account: text(1, 128).optional().meta(meaning("Only settlements of this account.", "acme")) }),
  answer: pageOf(settlementRecord).meta({ id: "SettlementPage" }),
  refuses: ["INVALID_PAGINATION_TOKEN", "NOT_FOUND"],
});

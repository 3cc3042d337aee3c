import type { QueryClient } from "@tanstack/react-query";
import { listApprovalsCall, listHouseApprovalsCall } from "#lib/approvals/calls.ts";
import { listAuditCall } from "#lib/audit/calls.ts";
import { caseSummaryCall, getCaseCall, listCasesCall } from "#lib/cases/calls.ts";
import { firstCasesCall } from "#lib/cases/first-calls.ts";
import {
  getHouseCaseCall,
  getHouseCaseSummaryCall,
  listHouseCasesCall,
  firstHouseCasesCall,
} from "#lib/cases/house-calls.ts";
import { type Call, operationOf } from "#lib/contract/call.ts";
import type { Endpoint, GivenOf } from "#lib/contract/endpoint.ts";
import { writtenOf } from "#lib/contract/written.ts";
import { getConversionsCall, listConversionsCall } from "#lib/conversions/calls.ts";
import { countConversionsCall } from "#lib/conversions/count-calls.ts";
import { getCustomerCall, listCustomersCall } from "#lib/customers/calls.ts";
import { getBalanceMovementCall, getBalancesCall, getStatementCall } from "#lib/ledger/calls.ts";
import { getOverviewCall } from "#lib/overview/calls.ts";
import { getOutcomesCall } from "#lib/overview/outcomes-calls.ts";
import { getPaymentCall, getSummaryCall } from "#lib/payments/calls.ts";
import { countPaymentsCall } from "#lib/payments/count-calls.ts";
import { getHousePayoutCall, getPayoutCall, listHousePayoutsCall, listPayoutsCall } from "#lib/payouts/calls.ts";
import { getMeCall, getSessionsCall } from "#lib/people/me-calls.ts";
import {
  getHouseSettlementCall,
  getSettlementCall,
  listHouseSettlementsCall,
  listSettlementsCall,
} from "#lib/settlements/calls.ts";
import { getDeliveriesCall, getEndpointsCall } from "#lib/webhooks/calls.ts";

/**
 * How an answer is held. `record`: as it was answered, renewed by events. `pages`: a list page after page. `newest`: the
 * first page beside such a list. `gathered`: several pages as one. `once`: read once, since it does not change or only
 * helps typing.
 */
export type Held = "record" | "pages" | "newest" | "gathered" | "once";

/** The key of a held answer. It names the request with its path parameters too. */
export function keyOf<E extends Endpoint>(call: Call<E>, account: string, held: Held, given: GivenOf<E>) {
  const { path, query, body } = writtenOf(call, given);
  return [operationOf(call), account, held, { path, ...query, ...body }] as const;
}

/** What the keys of some answers begin with, in one account. */
export type KeyStart = readonly [operation: string, account: string, held?: Held];
export type Group = (account: string) => readonly KeyStart[];

const group =
  (...members: readonly (readonly [call: Call, held?: Held])[]): Group =>
  (account) =>
    members.map(([call, held]) => (held ? [operationOf(call), account, held] : [operationOf(call), account]));

/** One call's answers, however they are held. */
export const only = (call: Call): Group => group([call]);

/** Lists that may be read anew at once: none of them moves a row under the reader. */
export const LISTS: Group = group(
  [getPaymentCall, "newest"],
  [getPaymentCall, "gathered"],
  [listConversionsCall, "pages"],
  [getStatementCall, "newest"],
  [listAuditCall, "newest"],
  [firstCasesCall],
  [getCaseCall],
  [listPayoutsCall],
  [listHousePayoutsCall],
  [getPayoutCall],
  [getHousePayoutCall],
  [listSettlementsCall],
  [listHouseSettlementsCall],
  [getSettlementCall],
  [getHouseSettlementCall],
);

/** Sums over many records, requested less often. */
export const SUMS: Group = group(
  [getOverviewCall],
  [getSummaryCall],
  [countPaymentsCall],
  [countConversionsCall],
  [getBalancesCall],
  [getBalanceMovementCall],
  [getOutcomesCall],
  [listCustomersCall],
  [getCustomerCall],
  [caseSummaryCall],
);

/** Single payments and conversions. */
export const RECORDS: Group = group([getPaymentCall, "record"], [getConversionsCall, "record"]);

/** What a payout or a decision on a deposit changes: payments in every list, and what waits for approval. */
export const PAYMENTS: Group = group(
  [getPaymentCall, "record"],
  [getPaymentCall, "pages"],
  [getPaymentCall, "newest"],
  [getPaymentCall, "gathered"],
  [getSummaryCall],
);
export const APPROVALS: Group = group([listApprovalsCall], [listHouseApprovalsCall]);

/** Payouts, listed and single, of the account and of the house. */
export const PAYOUTS: Group = group([listPayoutsCall], [listHousePayoutsCall], [getPayoutCall], [getHousePayoutCall]);

/** Settlements, listed and single, of the account and of the house. */
export const SETTLEMENTS: Group = group(
  [listSettlementsCall],
  [listHouseSettlementsCall],
  [getSettlementCall],
  [getHouseSettlementCall],
);

/** Lists of conversions. */
export const CONVERSION_LISTS: Group = group([listConversionsCall, "pages"]);

/** Everything that shows cases. */
export const CASES: Group = group(
  [listCasesCall],
  [getCaseCall],
  [caseSummaryCall],
  [firstCasesCall],
  [listHouseCasesCall],
  [firstHouseCasesCall],
  [getHouseCaseCall],
  [getHouseCaseSummaryCall],
);

/** Webhook endpoints with their deliveries. */
export const WEBHOOKS: Group = group([getEndpointsCall], [getDeliveriesCall]);

/** The person who is signed in, and where. */
export const OWN: Group = group([getMeCall], [getSessionsCall]);

/** Has what is shown of these groups read again. */
export const renew = (client: QueryClient, account: string, ...groups: readonly Group[]): Promise<unknown> =>
  Promise.all(groups.flatMap((one) => one(account)).map((queryKey) => client.invalidateQueries({ queryKey })));

/** Has everything read again that was read in the account. */
export const renewAccount = (client: QueryClient, account: string): Promise<unknown> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === account });

/** Exports that this browser requested and whose end it has not shown yet: the one key that no call has. */
export const awaitedExportsKey = (account: string) => ["awaited exports", account] as const;

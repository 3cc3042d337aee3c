import type { QueryClient } from "@tanstack/react-query";
import { listApprovalsEndpoint } from "#lib/approvals/contract.ts";
import { listAuditEndpoint } from "#lib/audit/contract.ts";
import { caseSummaryEndpoint, getCaseEndpoint, listCasesEndpoint } from "#lib/cases/contract.ts";
import type { Endpoint, GivenOf } from "#lib/contract/endpoint.ts";
import { operationOf, writtenOf } from "#lib/contract/written.ts";
import { getConversionsEndpoint } from "#lib/conversions/contract.ts";
import { getBalancesEndpoint, getStatementEndpoint } from "#lib/ledger/contract.ts";
import { getOverviewEndpoint } from "#lib/overview/contract.ts";
import { getPaymentEndpoint, getSummaryEndpoint } from "#lib/payments/contract.ts";
import { getMeEndpoint, getSessionsEndpoint } from "#lib/people/me-contract.ts";
import { getDeliveriesEndpoint, getEndpointsEndpoint } from "#lib/webhooks/contract.ts";

/**
 * How an answer is held. `record`: as it was answered, renewed by events. `pages`: a list page after page. `newest`: the
 * first page beside such a list. `gathered`: several pages as one. `once`: read once, since it does not change or only
 * helps typing.
 */
export type Held = "record" | "pages" | "newest" | "gathered" | "once";

/** The key of a held answer. It names the request with its path parameters too. */
export function keyOf<E extends Endpoint>(contract: E, account: string, held: Held, given: GivenOf<E>) {
  const { path, query, body } = writtenOf(contract, given);
  return [operationOf(contract), account, held, { path, ...query, ...body }] as const;
}

/** What the keys of some answers begin with, in one account. */
export type KeyStart = readonly [operation: string, account: string, held?: Held];
export type Group = (account: string) => readonly KeyStart[];

const group =
  (...members: readonly (readonly [contract: Endpoint, held?: Held])[]): Group =>
  (account) =>
    members.map(([contract, held]) =>
      held ? [operationOf(contract), account, held] : [operationOf(contract), account],
    );

/** One contract's answers, however they are held. */
export const only = (contract: Endpoint): Group => group([contract]);

/** Lists that may be read anew at once: none of them moves a row under the reader. */
export const LISTS: Group = group(
  [getPaymentEndpoint, "newest"],
  [getPaymentEndpoint, "gathered"],
  [getConversionsEndpoint, "pages"],
  [getStatementEndpoint, "newest"],
  [listAuditEndpoint, "newest"],
  [getCaseEndpoint],
  [listCasesEndpoint, "newest"],
);

/** Sums over many records, requested less often. */
export const SUMS: Group = group(
  [getOverviewEndpoint],
  [getSummaryEndpoint],
  [getBalancesEndpoint],
  [caseSummaryEndpoint],
);

/** Single payments and conversions. */
export const RECORDS: Group = group([getPaymentEndpoint, "record"], [getConversionsEndpoint, "record"]);

/** What a payout or a decision on a deposit changes: payments in every list, and what waits for approval. */
export const PAYMENTS: Group = group(
  [getPaymentEndpoint, "record"],
  [getPaymentEndpoint, "pages"],
  [getPaymentEndpoint, "newest"],
  [getPaymentEndpoint, "gathered"],
  [getSummaryEndpoint],
);
export const APPROVALS: Group = only(listApprovalsEndpoint);

/** Lists of conversions. */
export const CONVERSION_LISTS: Group = group([getConversionsEndpoint, "pages"]);

/** Everything that shows cases. */
export const CASES: Group = group([listCasesEndpoint], [getCaseEndpoint], [caseSummaryEndpoint]);

/** Webhook endpoints with their deliveries. */
export const WEBHOOKS: Group = group([getEndpointsEndpoint], [getDeliveriesEndpoint]);

/** The person who is signed in, and where. */
export const OWN: Group = group([getMeEndpoint], [getSessionsEndpoint]);

/** Has what is shown of these groups read again. */
export const renew = (client: QueryClient, account: string, ...groups: readonly Group[]): Promise<unknown> =>
  Promise.all(groups.flatMap((one) => one(account)).map((queryKey) => client.invalidateQueries({ queryKey })));

/** Has everything read again that was read in the account. */
export const renewAccount = (client: QueryClient, account: string): Promise<unknown> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === account });

/** Exports that this browser requested and whose end it has not shown yet: the one key that no contract has. */
export const awaitedExportsKey = (account: string) => ["awaited exports", account] as const;

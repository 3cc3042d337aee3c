import { type Exact, recordsIn } from "./exact.ts";

/** Identifiers of what belongs to one account alone. */
const OWNED = new Set([
  "paymentId",
  "invoiceId",
  "quoteId",
  "txId",
  "endpointId",
  "deliveryId",
  "payoutId",
  "approvalId",
  "caseId",
  "exportId",
  "viewId",
  "transactionId",
  "deposit_address",
]);
/** Answers that repeat what was sent, whoever's it names. */
const REPEATS = new Set(["getRequests", "getRequest", "getAudit", "workCases"]);

/** Remembers whose each identifier is by the answer that told it first, and tells one that another account is told. */
export type Owners = {
  foreignIn(operationId: string, account: string, answer: Exact): string[];
  /** The newest identifiers of a name that are not this account's. */
  foreignTo(account: string, name: string, most: number): string[];
};

export function openOwners(): Owners {
  const owners = new Map<string, string>();
  const named = new Map<string, Set<string>>();
  return {
    foreignTo(account, name, most) {
      const known = [...(named.get(name) ?? [])].filter((id) => owners.get(id) !== account);
      return known.slice(-most);
    },
    foreignIn(operationId, account, answer) {
      if (REPEATS.has(operationId)) return [];
      const names = recordsIn(answer).flatMap((record) => Object.entries(record));
      return names.flatMap(([name, value]) => {
        if (name === "username" && value !== account) return [`${account} is told of ${String(value)}`];
        if (!OWNED.has(name) || typeof value !== "string" || isShared(name, value)) return [];
        const owner = owners.get(value) ?? account;
        owners.set(value, owner);
        named.set(name, (named.get(name) ?? new Set()).add(value));
        return owner === account ? [] : [`${account} is told ${name} ${value} of ${owner}`];
      });
    },
  };
}

/**
 * Identifiers of cases that name a thing and no record are alike in all accounts: a chain's and a stale price's are
 * everybody's, and what is owed in a currency each account's own.
 */
const isShared = (name: string, value: string): boolean =>
  name === "caseId" && /^(chain|stale-price|owed)-/.test(value);

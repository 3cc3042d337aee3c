import { type CustodyAsset, isFiat, isGas, type LedgerAsset, NETWORKS, networkOf } from "#lib/kernel/assets.ts";
import { must } from "#lib/kernel/errors.ts";

/** The balances an account has with the house, per asset (rulebook 8.4). */
export const ACCOUNT_BALANCES = ["pending", "available", "locked", "reserved", "owed"] as const;
export type AccountBalance = (typeof ACCOUNT_BALANCES)[number];

/** What the chart says of a code. `owner` is the account's id for `acc:…` codes; `holds` the kind of asset it may carry. */
export type AccountFacts = {
  normal: "DEBIT" | "CREDIT";
  mayBeNegative: boolean;
  holds: "CRYPTO" | "FIAT" | "BOTH";
  owner?: string;
};

export const BANK = "bank";
export const HOUSE_BOOK = "house:book";
export const SERVICE_FEE = "house:fee:service";
export const TRANSACTION_FEE = "house:fee:transaction";
export const HOUSE_RESULT = "house:result";
export const UNASSIGNED = "house:unassigned";
/** What has left one place and not arrived at the next. */
export const TRANSIT = "transit";
/** What the owner has put in and taken out. */
export const CAPITAL = "house:capital";
export const BANK_FEE = "house:bank-fee";
export const VENUE_FEE = "house:venue-fee";
/** What miners and validators took of transactions of the house. */
export const NETWORK_FEE = "house:network-fee";
/** What left a place of ours without our leave. */
export const MISSING = "house:missing";

export const custodyCode = (asset: CustodyAsset): string => `custody:${networkOf(asset)}`;
export const venueCode = (name: string): string => `venue:${name}`;
export const balanceCode = (accountId: string, balance: AccountBalance): string => `acc:${accountId}:${balance}`;

/**
 * The chart of accounts (rulebook 8.4). Venue and bank run negative until treasury moves funds, fee income by reversals
 * only, the house's book, result, capital and costs at will; everything else the database holds at or above zero.
 */
export function accountFacts(code: string): AccountFacts {
  const facts = HOUSE_ACCOUNTS.get(code) ?? placeFacts(code) ?? balanceFacts(code);
  must(facts, `${code} is no account of the chart`);
  return facts;
}

/** Where gas may be beside custody: where the house says what it came from and went for. */
const GAS_ACCOUNTS: readonly string[] = [TRANSIT, CAPITAL, NETWORK_FEE, MISSING, UNASSIGNED];

/** Whether an account may carry an asset at all: custody what its network does, no crypto at the bank, no account's gas. */
export function mayHold(code: string, asset: LedgerAsset): boolean {
  const { holds } = accountFacts(code);
  if (code.startsWith("custody:")) return !isFiat(asset) && code === custodyCode(asset);
  if (isGas(asset)) return GAS_ACCOUNTS.includes(code);
  return holds === "BOTH" || holds === (isFiat(asset) ? "FIAT" : "CRYPTO");
}

const HOUSE_ACCOUNTS: ReadonlyMap<string, AccountFacts> = new Map<string, AccountFacts>([
  [BANK, { normal: "DEBIT", mayBeNegative: true, holds: "FIAT" }],
  [HOUSE_BOOK, { normal: "CREDIT", mayBeNegative: true, holds: "BOTH" }],
  [SERVICE_FEE, { normal: "CREDIT", mayBeNegative: true, holds: "CRYPTO" }],
  [TRANSACTION_FEE, { normal: "CREDIT", mayBeNegative: true, holds: "CRYPTO" }],
  [UNASSIGNED, { normal: "CREDIT", mayBeNegative: false, holds: "BOTH" }],
  [MISSING, { normal: "DEBIT", mayBeNegative: false, holds: "BOTH" }],
  [NETWORK_FEE, { normal: "DEBIT", mayBeNegative: true, holds: "CRYPTO" }],
  [HOUSE_RESULT, { normal: "CREDIT", mayBeNegative: true, holds: "FIAT" }],
  [TRANSIT, { normal: "DEBIT", mayBeNegative: false, holds: "BOTH" }],
  [CAPITAL, { normal: "CREDIT", mayBeNegative: true, holds: "BOTH" }],
  [BANK_FEE, { normal: "DEBIT", mayBeNegative: true, holds: "FIAT" }],
  [VENUE_FEE, { normal: "DEBIT", mayBeNegative: true, holds: "BOTH" }],
]);

const BALANCE_FACTS: Record<AccountBalance, AccountFacts> = {
  pending: { normal: "CREDIT", mayBeNegative: false, holds: "CRYPTO" },
  available: { normal: "CREDIT", mayBeNegative: false, holds: "BOTH" },
  locked: { normal: "CREDIT", mayBeNegative: false, holds: "CRYPTO" },
  reserved: { normal: "CREDIT", mayBeNegative: false, holds: "BOTH" },
  owed: { normal: "DEBIT", mayBeNegative: false, holds: "BOTH" },
};

/** On which side a balance of an account grows. */
export const normalOf = (balance: AccountBalance): AccountFacts["normal"] => BALANCE_FACTS[balance].normal;

function placeFacts(code: string): AccountFacts | undefined {
  const [kind, name, ...rest] = code.split(":");
  if (!name || rest.length > 0) return undefined;
  if (kind === "venue") return { normal: "DEBIT", mayBeNegative: true, holds: "BOTH" };
  if (kind === "bank" && name !== "main") return { normal: "DEBIT", mayBeNegative: true, holds: "FIAT" };
  const isNetwork = (NETWORKS as readonly string[]).includes(name);
  return kind === "custody" && isNetwork ? { normal: "DEBIT", mayBeNegative: false, holds: "CRYPTO" } : undefined;
}

function balanceFacts(code: string): AccountFacts | undefined {
  const [kind, owner, balance, ...rest] = code.split(":");
  const known = ACCOUNT_BALANCES.find((name) => name === balance);
  return kind === "acc" && owner && known && rest.length === 0 ? { ...BALANCE_FACTS[known], owner } : undefined;
}

import type { Permission } from "./permissions.ts";

/** What waits for a second person (rulebook 3.17). */
export const APPROVAL_KINDS = [
  "payout",
  "setting",
  "wallet",
  "key",
  "person",
  "hold",
  "execution",
  "beneficiary",
  "move",
  "destination",
  "settlement-terms",
  "bank-mapping",
  "bank-statement",
  "resolution",
  "lost-hours",
] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

/** Who agrees: a person of the account that asks, or of the house. */
export const DECIDERS = ["account", "house"] as const;
export type Decider = (typeof DECIDERS)[number];

/** What is stored, and what the business clock makes of a pending one whose time is over. */
export const APPROVAL_STATES = ["PENDING", "APPROVED", "DECLINED", "WITHDRAWN", "EXPIRED"] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

type Rule = {
  /** Who agrees to what an account asks for. */
  decides: Decider;
  /** What the decider must be allowed: in the account, in the house. */
  inAccount: Permission;
  inHouse: Permission;
};

/** Where each kind is decided, and by whose permission (rulebook 3.19). */
const RULES: Readonly<Record<ApprovalKind, Rule>> = {
  payout: { decides: "house", inAccount: "payouts:request", inHouse: "house:payouts" },
  setting: { decides: "account", inAccount: "settings:write", inHouse: "house:settings" },
  wallet: { decides: "house", inAccount: "settings:write", inHouse: "house:wallets" },
  key: { decides: "account", inAccount: "keys:write", inHouse: "house:keys" },
  person: { decides: "account", inAccount: "people:write", inHouse: "house:people" },
  hold: { decides: "house", inAccount: "holds:write", inHouse: "house:holds" },
  beneficiary: { decides: "account", inAccount: "payouts:request", inHouse: "house:payouts" },
  execution: { decides: "account", inAccount: "conversions:execute", inHouse: "house:payouts" },
  move: { decides: "house", inAccount: "house:moves", inHouse: "house:moves" },
  destination: { decides: "house", inAccount: "house:moves", inHouse: "house:moves" },
  "settlement-terms": { decides: "house", inAccount: "house:payouts", inHouse: "house:payouts" },
  "bank-mapping": { decides: "house", inAccount: "house:statements", inHouse: "house:statements" },
  "bank-statement": { decides: "house", inAccount: "house:statements", inHouse: "house:statements" },
  resolution: { decides: "house", inAccount: "house:moves", inHouse: "house:moves" },
  "lost-hours": { decides: "house", inAccount: "house:payouts", inHouse: "house:payouts" },
};

/** Who decides what is asked for in a tenant: the house decides all that is its own. */
export const deciderOf = (what: ApprovalKind, ofHouse: boolean): Decider => (ofHouse ? "house" : RULES[what].decides);

/** What who decides it must be allowed. */
export const neededFor = (what: ApprovalKind, decides: Decider): Permission =>
  decides === "house" ? RULES[what].inHouse : RULES[what].inAccount;

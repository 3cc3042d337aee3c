import { approvalHref } from "#lib/contract/approval-href.ts";
import type { AccountPermission, HousePermission } from "#lib/contract/permissions.ts";

/** What an account's people comment on. */
export const ACCOUNT_OBJECTS = [
  "PAYMENT",
  "CONVERSION",
  "PAYOUT",
  "SETTLEMENT",
  "DELIVERY",
  "CUSTOMER",
  "APPROVAL",
  "CASE",
] as const;
export type AccountObject = (typeof ACCOUNT_OBJECTS)[number];

/** What the house's people comment on. */
export const HOUSE_OBJECTS = ["MOVE", "BATCH", "PAYOUT", "SETTLEMENT", "APPROVAL", "CASE"] as const;
export type HouseObject = (typeof HOUSE_OBJECTS)[number];

export type ObjectKind = AccountObject | HouseObject;
export const OBJECT_KINDS = ["MOVE", "BATCH", ...ACCOUNT_OBJECTS] as const satisfies readonly ObjectKind[];

/** What one needs to see it. */
export const COMMENTED: Readonly<Record<AccountObject, AccountPermission>> = {
  PAYMENT: "payments:read",
  CONVERSION: "conversions:read",
  PAYOUT: "account:read",
  SETTLEMENT: "account:read",
  DELIVERY: "events:read",
  CUSTOMER: "account:read",
  APPROVAL: "audit:read",
  CASE: "cases:read",
};
export const COMMENTED_BY_HOUSE: Readonly<Record<HouseObject, HousePermission>> = {
  MOVE: "house:read",
  BATCH: "house:read",
  PAYOUT: "house:read",
  SETTLEMENT: "house:read",
  APPROVAL: "house:audit",
  CASE: "house:cases",
};

/** What a comment is on: a customer by name, everything else by its id. */
export type Commented = { kind: ObjectKind; objectId: string };

/**
 * Cases have ids of their own kind already; no kind of case begins with one of these words and a colon. A request that waits
 * for a second person is a case for who may decide it: what is written on the one stands on the other.
 */
export function fileOf({ kind, objectId }: Commented): string {
  if (kind === "CASE") return objectId;
  return kind === "APPROVAL" ? `approval-${objectId}` : `${kind.toLowerCase()}:${objectId}`;
}

/** What the lines of a file are on. */
export function commentedIn(file: string): Commented {
  const kind = OBJECT_KINDS.find((one) => one !== "CASE" && file.startsWith(`${one.toLowerCase()}:`));
  return kind ? { kind, objectId: file.slice(kind.length + 1) } : { kind: "CASE", objectId: file };
}

/** Where the desk shows it; a delivery is shown within its endpoint. */
export function commentedHref(
  { kind, objectId, within = "" }: Commented & { within?: string },
  ofHouse: boolean,
): string {
  const id = encodeURIComponent(objectId);
  const of = ofHouse ? "&of=house" : "";
  const hrefs: Record<ObjectKind, string> = {
    PAYMENT: `/payments?paymentId=${id}&open=${id}`,
    CONVERSION: `/conversions?invoice=${id}`,
    PAYOUT: `/payouts?payout=${id}${of}`,
    SETTLEMENT: `/settlements?settlement=${id}${of}`,
    DELIVERY: `/developers?tab=webhooks&endpoint=${within}&deliveryId=${id}`,
    CUSTOMER: `/customers/one?subaccount=${id}`,
    MOVE: `/treasury?move=${id}`,
    BATCH: `/payouts?tab=files&file=${id}${of}`,
    APPROVAL: approvalHref(id),
    CASE: `/exceptions?case=${id}${of}`,
  };
  return hrefs[kind];
}

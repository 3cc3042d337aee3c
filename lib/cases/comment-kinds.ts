import type { AccountPermission, HousePermission } from "#lib/contract/permissions.ts";

/** What an account's people comment on, and what one needs to see it. */
export const COMMENTED = {
  PAYMENT: "payments:read",
  CONVERSION: "conversions:read",
  PAYOUT: "account:read",
  SETTLEMENT: "account:read",
  DELIVERY: "events:read",
  CUSTOMER: "account:read",
  CASE: "cases:read",
} as const satisfies Record<string, AccountPermission>;

/** The same of the house's people. */
export const COMMENTED_BY_HOUSE = {
  MOVE: "house:read",
  PAYOUT: "house:read",
  SETTLEMENT: "house:read",
  CASE: "house:cases",
} as const satisfies Record<string, HousePermission>;

export type AccountObject = keyof typeof COMMENTED;
export type HouseObject = keyof typeof COMMENTED_BY_HOUSE;
export type ObjectKind = AccountObject | HouseObject;

/** What a comment is on: a customer by name, everything else by its id. */
export type Commented = { kind: ObjectKind; objectId: string };

const namesOf = <Name extends string>(kinds: Readonly<Record<Name, unknown>>): Name[] => Object.keys(kinds) as Name[];

export const ACCOUNT_OBJECTS = namesOf(COMMENTED);
export const HOUSE_OBJECTS = namesOf(COMMENTED_BY_HOUSE);
export const OBJECT_KINDS = [...new Set<ObjectKind>([...ACCOUNT_OBJECTS, ...HOUSE_OBJECTS])];

/** Cases have ids of their own kind already; no kind of case begins with one of these words and a colon. */
export const fileOf = ({ kind, objectId }: Commented): string =>
  kind === "CASE" ? objectId : `${kind.toLowerCase()}:${objectId}`;

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
    CASE: `/exceptions?case=${id}${of}`,
  };
  return hrefs[kind];
}

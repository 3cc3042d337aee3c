import type { Found } from "#lib/search/contract.ts";
import type { FoundKind } from "#lib/search/found-kinds.ts";
import { approvalHref } from "#lib/contract/approval-href.ts";
import { scaleOf } from "#lib/kernel/assets.ts";
import { customerHref } from "#components/ui/customer-href.ts";
import { developersText } from "#lib/i18n/developers.ts";
import { finderText } from "#lib/i18n/finder.ts";
import { payoutsText } from "#lib/i18n/payouts.ts";
import { settingsText } from "#lib/i18n/settings.ts";
import { settlementsText } from "#lib/i18n/settlements.ts";
import { approvalsText } from "#lib/i18n/approvals.ts";
import { conversionsText } from "#lib/i18n/conversions.ts";
import { exceptionsText } from "#lib/i18n/exceptions.ts";
import { paymentText } from "#lib/i18n/payment.ts";
import { paymentsText } from "#lib/i18n/payments.ts";
import { treasuryText } from "#lib/i18n/treasury.ts";
import { amountText } from "#lib/i18n/amount.ts";
import type { IconName } from "#components/ui/icons.tsx";
import type { Whose } from "#components/whose.tsx";
import { roleName } from "#lib/i18n/role-name.ts";
import { showsTyped } from "./typed-parts.ts";

/** A record that was found, as a line says it. */
export type FoundLine = {
  id: string;
  kind: string;
  /** What names it; `code`: an id, a hash or an address. */
  label: string;
  code: boolean;
  /** What tells it from others of its kind. */
  facts: readonly string[];
  state: string | undefined;
  at: number | undefined;
  href: string;
  icon: IconName;
};

const words = finderText;
const ID_END = 6;
/** Facts that are words. */
const SPOKEN: ReadonlySet<Found["by"]> = new Set(["amount", "subaccount", "name", "email", "role", "url", "reference"]);
/** Records that have a name, and whose id no page shows. */
const NAMED: ReadonlySet<FoundKind> = new Set(["subaccount", "person", "key", "endpoint"]);

/** A record that was found, and what was typed to find it. */
export function foundLine(found: Found, whose: Whose, typed: string): FoundLine {
  const { kind, by, id, name, at } = found;
  const label = labelOf(found, typed);
  const facts = isOwnId(found)
    ? [name, amountOf(found)]
    : [words.by[by], NAMED.has(kind) ? undefined : tailOf(id), name, amountOf(found)];
  return {
    id: `found ${whose} ${kind} ${id}`,
    kind: whose === "house" ? `${words.kinds[kind]}, ${words.ofHouse}` : words.kinds[kind],
    label,
    code: !SPOKEN.has(by),
    // What an approval is for is a code; its page says it.
    facts: facts.filter(
      (fact) => fact !== undefined && fact !== "" && fact !== label && kind !== "approval",
    ) as string[],
    state: stateOf(found),
    at,
    href: hrefOf(found, whose),
    icon: ICONS[kind],
  };
}

const isOwnId = ({ kind, value, id }: Found) => value === id && kind !== "subaccount";
const tailOf = (id: string) => `…${id.slice(-ID_END)}`;

/** Its own id ends as on the pages, or is shown whole where more of it was typed than that. */
function labelOf(found: Found, typed: string): string {
  const { by, value, id } = found;
  if (isOwnId(found)) return showsTyped(tailOf(id), typed) || !showsTyped(id, typed) ? tailOf(id) : id;
  if (by === "amount") return amountOf(found);
  return by === "role" ? roleName(value) : value;
}

const amountOf = ({ quantity, asset }: Found): string =>
  quantity && asset ? `${amountText(quantity, scaleOf(asset))} ${asset}` : "";

const ICONS: Readonly<Record<FoundKind, IconName>> = {
  payment: "pay",
  deposit: "pay",
  conversion: "conv",
  payout: "payout",
  settlement: "wallet",
  case: "case",
  subaccount: "user",
  beneficiary: "payout",
  refundLink: "pay",
  approval: "check",
  move: "treasury",
  request: "dev",
  delivery: "dev",
  event: "dev",
  endpoint: "dev",
  key: "dev",
  person: "user",
};

type Words = Readonly<Record<string, string>>;

/** The state in the words of its own page; a case is told by its kind. */
function stateOf({ kind, status }: Found): string | undefined {
  if (status === undefined) return undefined;
  const { webhooks } = developersText;
  if (kind === "endpoint") return status === "ENABLED" ? webhooks.enabled : webhooks.disabled;
  const states: Partial<Record<FoundKind, Words>> = {
    payment: paymentsText.status,
    deposit: paymentText.deposit,
    conversion: conversionsText.status,
    payout: payoutsText.states,
    settlement: settlementsText.states,
    case: exceptionsText.kinds,
    beneficiary: payoutsText.beneficiaries.states,
    refundLink: paymentText.refund.states,
    approval: approvalsText.states,
    move: treasuryText.moves.states,
    delivery: developersText.webhooks.deliveries.states,
    key: developersText.keys.status,
    person: settingsText.people.status,
  };
  return states[kind]?.[status] ?? (kind === "request" ? status : undefined);
}

/** Where a record is opened. */
function hrefOf({ kind, id, within = id, name = "" }: Found, whose: Whose): string {
  const of = whose === "house" ? "of=house&" : "";
  const hrefs: Record<FoundKind, string> = {
    payment: paymentHref(id),
    deposit: paymentHref(within),
    refundLink: paymentHref(within),
    conversion: `/conversions?invoice=${id}`,
    payout: `/payouts?${of}payout=${id}`,
    settlement: `/settlements?${of}settlement=${id}`,
    case: `/exceptions?${of}case=${encodeURIComponent(id)}`,
    subaccount: customerHref(id),
    beneficiary: `/payouts?tab=beneficiaries#${id}`,
    approval: approvalHref(id),
    move: `/treasury?move=${id}`,
    request: `/developers?tab=requests&by=all&requestId=${id}&request=${id}`,
    delivery: `/developers?tab=webhooks&endpoint=${within}&deliveryId=${id}`,
    event: objectHref(name, within),
    endpoint: `/developers?tab=webhooks&endpoint=${id}`,
    key: whose === "house" ? "/settings?tab=keys" : "/developers?tab=keys",
    person: `/settings?${of}tab=people`,
  };
  return hrefs[kind];
}

/** The record that an event tells of, by the event's type. */
function objectHref(type: string, id: string): string {
  const [noun] = type.split(".");
  if (noun === "conversion") return `/conversions?invoice=${id}`;
  return noun === "payout" || noun === "settlement" ? `/${noun}s?${noun}=${id}` : paymentHref(id);
}

const paymentHref = (id: string) => `/payments?${new URLSearchParams({ paymentId: id, open: id })}`;

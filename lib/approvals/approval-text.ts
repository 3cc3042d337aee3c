import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { APPROVAL_KINDS } from "#lib/contract/approval-states.ts";
import { ASSET_SYMBOLS } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { DEFAULT } from "#lib/settings/setting.ts";
import { nameOf, settingText } from "#lib/settings/setting-text.ts";
import { roleName } from "#lib/i18n/role-name.ts";
import { assetText } from "#lib/i18n/networks.ts";
import { moveName, placeName } from "#lib/i18n/places.ts";
import { settlementsText } from "#lib/i18n/settlements.ts";
import { settingsText } from "#lib/i18n/settings.ts";
import { approvalsText } from "#lib/i18n/approvals.ts";
import { exactSpanText, fullText } from "#lib/i18n/times.ts";
import { percentText, rateText, sumText } from "#lib/i18n/amount.ts";

type RequestedPayout = NonNullable<ApprovalRecord["payout"]>;
type Change = NonNullable<ApprovalRecord["changes"]>[number];

/** `10.00 EUR`, `25 USDT Tron`. */
export function amountOf({ asset, networkType, quantity }: RequestedPayout): string {
  return `${sumText(quantity, asset)}\u00a0${assetText({ asset, networkType })}`;
}

/** A setting's change in the words of the settings: name, before, after. */
export function changeOf({ name, before, after }: Change): { name: string; before: string; after: string } {
  const value = (stored: Change["before"]) =>
    stored === undefined || stored === DEFAULT ? settingsText.standard : settingText(name, String(stored));
  return { name: nameOf(name), before: value(before), after: value(after) };
}
const SUMS: ReadonlySet<string> = new Set(["credits", "debits", "opening", "closing"]);
const mapping = approvalsText.mapping;

/** Amounts of a file's statements, as `12.50 EUR; 3 USD`, in the reader's notation. */
const sumsText = (sums: string): string =>
  sums
    .split("; ")
    .map((sum) => {
      const [amount = "", asset = ""] = sum.split(" ");
      return `${sumText(Decimal.from(amount), asset)}\u00a0${asset}`;
    })
    .join("; ");

/** As the words of the screens list them; the database keeps no order. */
const ORDER = [...Object.keys(approvalsText.fields), ...Object.keys(mapping.fields)];
const inOrder = (request: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(request).toSorted(([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other)));

/** Ids of what the other fields say in words, and which of its commands a request is: the line above says that. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...["act", "userId", "walletId", "beneficiaryId", "moveId", "destinationId", "uploadId", "lineId", "transferId"],
]);

type Fields = Readonly<Record<string, string>>;

/** Whether it says by hand by what a move left a venue, or arrived there, and not that it may go. */
export const isLink = ({ what, request }: Pick<ApprovalRecord, "what" | "request">): boolean =>
  what === "move" && request?.["act"] === "link";

/** What a field is called; those of a mapping already stand under their names. */
export const fieldName = (name: string): string => approvalsText.fields[name] ?? name;

/** Those of some fields that are there, as amounts of an asset. */
function amountIn(asset: string | undefined, request: Fields, ...names: string[]): Record<string, string> {
  const symbol = ASSET_SYMBOLS.find((known) => known === asset);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = request[name];
      return value === undefined || symbol === undefined ? [] : [[name, sumText(Decimal.from(value), symbol)]];
    }),
  );
}

/** An amount as a record holds it, with its asset; undefined of what is none. */
export function assetAmount(asset: string, quantity: string): string | undefined {
  const { quantity: written } = amountIn(asset, { quantity }, "quantity");
  return written && `${written}\u00a0${asset}`;
}

/** Those of some fields that are there, as places in words. */
const namedPlaces = (request: Fields, ...names: string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (request[name] ? [[name, placeName(request[name])]] : [])));

const wayOf = (request: Fields): Record<string, string> => ({
  ...namedPlaces(request, "from", "to", "place"),
  ...(request["side"] && { side: approvalsText.sides[request["side"]] ?? request["side"] }),
  ...(request["kind"] && { kind: moveName(request["kind"]) }),
});

/** Those of some fields that are there, as times. */
const timesOf = (request: Fields, ...names: string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => (request[name] ? [[name, fullText(Date.parse(request[name]), "utc")]] : [])),
  );

/** A key with from where it works and until when, said also where that is not bounded; of requests of before it is not known. */
function keyText(request: Fields): Record<string, string> {
  const { ipAllow, expiresAt, overlapMs } = request;
  return {
    ...request,
    ...(ipAllow === "" && { ipAllow: approvalsText.anywhere }),
    ...(expiresAt === "" ? { expiresAt: approvalsText.never } : timesOf(request, "expiresAt")),
    ...(overlapMs && { overlapMs: exactSpanText(Number(overlapMs)) }),
  };
}

/** Terms of settlement as their own page words them. */
function termsText(request: Fields): Record<string, string> {
  const { schedules, weekdays, form } = settlementsText.terms;
  const { currency = "", schedule, weekday, businessDays, reserveBps, ...others } = request;
  const amounts = Object.entries(amountIn(currency, request, "minimum", "reserve"));
  return inOrder({
    ...others,
    currency,
    ...(schedule && { schedule: (schedules as Fields)[schedule] ?? schedule }),
    ...(weekday && { weekday: weekdays[Number(weekday) - 1] ?? weekday }),
    ...(businessDays && { businessDays: businessDays === "true" ? form.businessDays : form.anyDay }),
    ...Object.fromEntries(amounts.map(([name, amount]) => [name, `${amount}\u00a0${currency}`])),
    ...(reserveBps && { reserveBps: percentText(Number(reserveBps)) }),
  });
}

/** The fields of a request as a person reads them, in order: amounts with their units, a mapping in words. */
export function fieldsOf(approval: Pick<ApprovalRecord, "what" | "request">): Record<string, string> {
  const { what } = approval;
  const given = Object.entries(approval.request ?? {}).filter(([name]) => !LEFT_OUT.has(name));
  const request = inOrder(Object.fromEntries(given));
  if (what === "bank-statement")
    return Object.fromEntries(
      Object.entries(request).map(([name, value]) => [name, SUMS.has(name) ? sumsText(value) : value]),
    );
  if (what === "bank-mapping")
    return Object.fromEntries(
      Object.entries(request).map(([name, value]) => [
        (mapping.fields as Readonly<Record<string, string>>)[name] ?? name,
        name.endsWith("Column") ? value : (mapping.values[value] ?? value),
      ]),
    );
  if (what === "settlement-terms") return termsText(request);
  if (what === "move" || what === "resolution")
    return {
      ...request,
      ...amountIn(request["asset"], request, "quantity", "missing", "fee"),
      ...(what === "move" && wayOf(request)),
    };
  if (what === "lost-hours") return { ...request, ...timesOf(request, "since", "until") };
  if (what === "destination") return { ...request, ...namedPlaces(request, "place") };
  if (what === "key") return keyText(request);
  if (what === "person") return { ...request, role: roleName(request["role"] ?? "") };
  if (what !== "execution") return request;
  const { invoiceId = "", baseSymbol = "", quoteSymbol = "", quantity = "", lowestPrice = "" } = request;
  return {
    invoiceId,
    quantity: `${sumText(Decimal.from(quantity), baseSymbol)}\u00a0${baseSymbol}`,
    lowestPrice: `${rateText(Decimal.from(lowestPrice))}\u00a0${quoteSymbol}`,
  };
}

/** The same of what the audit record holds of a request; undefined of a kind that has no words. */
export function requestTitle(what: string, request: Fields): string | undefined {
  const kind = APPROVAL_KINDS.find((one) => one === what);
  if (kind === undefined) return undefined;
  if (kind === "setting") return Object.keys(request).map(nameOf).join(", ");
  if (kind !== "payout")
    return approvalsText.others(kind, {
      ...fieldsOf({ what: kind, request }),
      ...(request["act"] && { act: request["act"] }),
    });
  const { asset = "", networkType } = request;
  const { quantity } = amountIn(asset, request, "quantity");
  return quantity && approvalsText.payout(`${quantity}\u00a0${assetText({ asset, networkType })}`);
}

/** What was requested, in one line. */
export function titleOf(approval: ApprovalRecord): string {
  const { what, payout, request, changes = [] } = approval;
  if (payout) return approvalsText.payout(amountOf(payout));
  if (request)
    return approvalsText.others(what, { ...fieldsOf(approval), ...(request["act"] && { act: request["act"] }) });
  const [first, ...more] = changes.map((change) => {
    const { name, after } = changeOf(change);
    return approvalsText.setting(name, after);
  });
  return more.length === 0 ? (first ?? "") : approvalsText.settings(first ?? "", more.length);
}

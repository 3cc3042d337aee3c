import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { isCrypto, isFiat, scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { DEFAULT } from "#lib/settings/setting.ts";
import { nameOf, settingText } from "#components/rules/setting-text.ts";
import { settingsText } from "#components/i18n/settings.ts";
import { approvalsText } from "#components/i18n/approvals.ts";
import { amountText, rateText } from "#components/ui/amount.ts";

type RequestedPayout = NonNullable<ApprovalRecord["payout"]>;
type Change = NonNullable<ApprovalRecord["changes"]>[number];

/** `10.00 EUR`, `25.000000 USDT tron`. */
export function amountOf({ asset, networkType, quantity }: RequestedPayout): string {
  const symbol = networkType ? `${asset} ${networkType}` : asset;
  return `${amountText(quantity, scaleOf(asset))}\u00a0${symbol}`;
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
      return `${amountText(Decimal.from(amount), isFiat(asset) ? scaleOf(asset) : 0)}\u00a0${asset}`;
    })
    .join("; ");

/** As the words of the screens list them; the database keeps no order. */
const ORDER = [...Object.keys(approvalsText.fields), ...Object.keys(mapping.fields)];
const inOrder = (request: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(request).toSorted(([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other)));

/** The fields of a request as a person reads them, in order: amounts with their units, a mapping in words. */
export function fieldsOf(approval: Pick<ApprovalRecord, "what" | "request">): Record<string, string> {
  const { what } = approval;
  const request = inOrder(approval.request ?? {});
  if (what === "bank-statement") {
    const { uploadId: _, ...shown } = request;
    return Object.fromEntries(
      Object.entries(shown).map(([name, value]) => [name, SUMS.has(name) ? sumsText(value) : value]),
    );
  }
  if (what === "bank-mapping")
    return Object.fromEntries(
      Object.entries(request).map(([name, value]) => [
        (mapping.fields as Readonly<Record<string, string>>)[name] ?? name,
        name.endsWith("Column") ? value : (mapping.values[value] ?? value),
      ]),
    );
  if (what !== "execution") return request;
  const { invoiceId = "", baseSymbol = "", quoteSymbol = "", quantity = "", lowestPrice = "" } = request;
  const base = isCrypto(baseSymbol) ? scaleOf(baseSymbol) : 0;
  return {
    invoiceId,
    quantity: `${amountText(Decimal.from(quantity), base)}\u00a0${baseSymbol}`,
    lowestPrice: `${rateText(Decimal.from(lowestPrice))}\u00a0${quoteSymbol}`,
  };
}

/** What was requested, in one line. */
export function titleOf(approval: ApprovalRecord): string {
  const { what, payout, request, changes = [] } = approval;
  if (payout) return approvalsText.payout(amountOf(payout));
  if (request) return approvalsText.others(what, fieldsOf(approval));
  const [first, ...more] = changes.map((change) => {
    const { name, after } = changeOf(change);
    return approvalsText.setting(name, after);
  });
  return more.length === 0 ? (first ?? "") : approvalsText.settings(first ?? "", more.length);
}

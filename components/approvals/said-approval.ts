import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { scaleOf } from "#lib/kernel/assets.ts";
import { DEFAULT } from "#lib/settings/setting.ts";
import { nameOf, said } from "#components/settings/said.ts";
import { settingsText } from "#components/i18n/settings.ts";
import { text } from "#components/i18n/text.ts";
import { amountText } from "#components/ui/amount.ts";

type AskedPayout = NonNullable<ApprovalRecord["payout"]>;
type Change = NonNullable<ApprovalRecord["changes"]>[number];

/** `10.00 EUR`, `25.000000 USDT tron`. */
export function amountOf({ asset, networkType, quantity }: AskedPayout): string {
  const symbol = networkType ? `${asset} ${networkType}` : asset;
  return `${amountText(quantity, scaleOf(asset))}\u00a0${symbol}`;
}

/** A setting's change in the words of the settings: name, before, after. */
export function changeOf({ name, before, after }: Change): { name: string; before: string; after: string } {
  const value = (stored: Change["before"]) =>
    stored === undefined || stored === DEFAULT ? settingsText.standard : said(name, String(stored));
  return { name: nameOf(name), before: value(before), after: value(after) };
}

/** What was requested, in one line. */
export function titleOf({ what, payout, request, changes = [] }: ApprovalRecord): string {
  if (payout) return text.approvals.payout(amountOf(payout));
  if (request) return text.approvals.others(what, request);
  const [first, ...more] = changes.map((change) => {
    const { name, after } = changeOf(change);
    return text.approvals.setting(name, after);
  });
  return more.length === 0 ? (first ?? "") : text.approvals.settings(first ?? "", more.length);
}

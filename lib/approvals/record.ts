import type { Actor } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { must } from "#lib/kernel/errors.ts";
import { rulingValue, type Settings } from "#lib/settings/setting.ts";
import { isAsker } from "./approval.ts";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import type { ApprovalRow, PlainRequest } from "./store.ts";

/** A request as its reader sees it; `rules` are the account's settings now, which an undecided one would change. */
export function recordOf(row: ApprovalRow, rules: Settings, reader: Actor): ApprovalRecord {
  return {
    approvalId: row.id,
    what: row.what,
    status: row.status,
    payout: row.what === "payout" ? payoutOf(row.request) : undefined,
    changes: row.what === "setting" ? changesOf(row.request, row.before ?? rules) : undefined,
    reason: row.reason ?? undefined,
    askedBy: row.askedBy,
    askedAt: row.askedAt.getTime(),
    yours: isAsker(reader, row),
    expiresAt: row.expiresAt.getTime(),
    decidedBy: row.decidedBy ?? undefined,
    decidedAt: row.decidedAt?.getTime(),
    note: row.note ?? undefined,
    payoutId: row.payoutId ?? undefined,
  };
}

type AskedPayout = NonNullable<ApprovalRecord["payout"]>;

/** The payout's fields as requested, numbers exact again. */
export function payoutOf({ quantity, ...fields }: PlainRequest): AskedPayout {
  must(quantity !== undefined, "a payout that was asked for has a quantity");
  return { ...fields, quantity: Decimal.from(quantity) } as AskedPayout;
}

const shownValue = (text: string): Decimal | string => Decimal.parse(text) ?? text;

function changesOf(request: PlainRequest, rules: Settings): ApprovalRecord["changes"] {
  return Object.entries(request).map(([name, after]) => {
    const before = rulingValue(rules, name);
    return { name, before: before === undefined ? undefined : shownValue(before), after: shownValue(after) };
  });
}

import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { must } from "#lib/kernel/errors.ts";
import { accountByName } from "#lib/kernel/tenants.ts";
import { owes } from "#lib/ledger/owes.ts";
import { houseSettings, settingsOf } from "#lib/settings/change-settings.ts";
import { asksSecondPerson, rulingValue, type Settings } from "#lib/settings/setting.ts";
import { fieldsBefore } from "./fields-before.ts";
import { fundsOf } from "./funds.ts";
import { isAsker } from "./approval.ts";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import type { ApprovalRow, PlainRequest } from "./store.ts";

/** A request as its reader sees it, beside what rules now, which an undecided one would change. */
export async function recordOf(ctx: Ctx, row: ApprovalRow): Promise<ApprovalRecord> {
  const payout = requestedPayout(row);
  return {
    approvalId: row.id,
    what: row.what,
    decides: row.decides,
    account: row.ofHouse ? undefined : row.accountName,
    status: row.status,
    payout,
    funds: payout && (await fundsOf(ctx, row, payout)),
    changes:
      row.what === "setting"
        ? changesOf(row.request, (row.before as Settings) ?? (await rulesFor(ctx, row)))
        : undefined,
    request: row.what === "payout" || row.what === "setting" ? undefined : row.request,
    before: row.what === "setting" ? undefined : await beforeOf(ctx, row),
    reason: row.reason ?? undefined,
    askedBy: row.askedBy,
    askedAt: row.askedAt.getTime(),
    yours: isAsker(ctx.actor, row),
    expiresAt: row.expiresAt.getTime(),
    decidedBy: row.decidedBy ?? undefined,
    decidedAt: row.decidedAt?.getTime(),
    needs: row.firstAt !== null || (row.status === "PENDING" && (await needsTwo(ctx, row))) ? 2 : 1,
    firstBy: row.firstBy ?? undefined,
    firstAt: row.firstAt?.getTime(),
    note: row.note ?? undefined,
    payoutId: row.payoutId ?? undefined,
  };
}

const requestedPayout = ({ what, request }: ApprovalRow) => (what === "payout" ? payoutOf(request) : undefined);

const beforeOf = async (ctx: Ctx, row: ApprovalRow): Promise<PlainRequest | undefined> =>
  row.status === "PENDING" ? fieldsBefore(ctx, row) : ((row.before as PlainRequest | null) ?? undefined);

/** Whether two of the house have to agree now: to a payout while its account owes anything (rulebook 7.20). */
export async function needsTwo(ctx: Ctx, { what, accountId, accountName }: ApprovalRow): Promise<boolean> {
  if (what !== "payout" || !asksSecondPerson(ctx.app.mode, await houseSettings(ctx))) return false;
  return owes({ ...ctx, account: { id: accountId, name: accountName } });
}

/** The settings that a request would change, as they rule now where it would change them. */
export async function rulesFor(ctx: Ctx, { ofHouse, accountId, request }: ApprovalRow): Promise<Settings> {
  if (!ofHouse) return settingsOf(ctx, accountId);
  const { account } = request;
  const named = account === undefined ? undefined : await accountByName(ctx, account);
  return named ? { house: (await settingsOf(ctx, named.id)).house, account: {} } : houseSettings(ctx);
}

type RequestedPayout = NonNullable<ApprovalRecord["payout"]>;

/** The payout's fields as requested, numbers exact again. */
export function payoutOf({ quantity, ...fields }: PlainRequest): RequestedPayout {
  must(quantity !== undefined, "a payout that was asked for has a quantity");
  return { ...fields, quantity: Decimal.from(quantity) } as RequestedPayout;
}

const shownValue = (text: string): Decimal | string => Decimal.parse(text) ?? text;

function changesOf({ account, ...values }: PlainRequest, rules: Settings): ApprovalRecord["changes"] {
  return Object.entries(values).map(([name, after]) => {
    const before = rulingValue(rules, name);
    return { name, before: before === undefined ? undefined : shownValue(before), after: shownValue(after) };
  });
}

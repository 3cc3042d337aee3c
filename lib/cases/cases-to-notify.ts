import { APPROVAL_KINDS, type ApprovalKind } from "#lib/contract/approval-states.ts";
import { EXPORT_LISTS, type ExportList } from "#lib/contract/export-lists.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { scaleOf, shownAsset } from "#lib/kernel/assets.ts";
import { wordFrom } from "#lib/kernel/database.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { CASE_KINDS, type CaseKind } from "./case-kinds.ts";
import { type CaseToNotify, caseRowsToNotify } from "./store.ts";
import { type Topic, topicOf } from "./topics.ts";
import { waitsOf } from "./waits.ts";

/** An open case as others are notified of it: no names, addresses or words of payers. */
export type OpenCase = {
  caseId: string;
  kind: CaseKind;
  /** Another one whenever its facts change. */
  key: string;
  /** `12.50 EUR`. */
  amount: string | undefined;
  dueAt: Date;
  about: { approval?: ApprovalKind; list?: ExportList };
};

/** One look takes in no more: the rest comes with the next ones. */
export const MOST_OF_A_LOOK = 5_000;

/**
 * Open cases of the account, with what waits for anybody's decision, of which one of these rules has no notice yet, the
 * next due first. However many are open, those that are known are never read.
 */
export async function casesToNotify(
  ctx: Ctx,
  rules: readonly { id: string; topics: readonly string[] }[],
): Promise<OpenCase[]> {
  const query = {
    accountId: accountOf(ctx).id,
    now: await ctx.now(),
    reader: { userId: undefined, everybody: true, decides: APPROVAL_KINDS, standsIn: true, lists: EXPORT_LISTS },
    valuation: { fiat: "EUR" as const, bids: {} },
    waits: await waitsOf(ctx),
  };
  const wanted = rules.map(({ id, topics }) => ({
    ruleId: id,
    kinds: CASE_KINDS.filter((kind) => topics.includes(topicOf(kind))),
  }));
  return (await caseRowsToNotify(ctx.db, query, wanted, MOST_OF_A_LOOK)).map(openCaseOf);
}

/** Whether a rule tells of a case: that a rule itself fails is nothing that it could tell. */
export const isFor = ({ id, topics }: { id: string; topics: readonly string[] }, { kind, caseId }: OpenCase): boolean =>
  topics.includes(topicOf(kind) satisfies Topic) && !caseId.endsWith(id);

const openCaseOf = ({ asset, units, approval, list, ...row }: CaseToNotify): OpenCase => {
  const symbol = asset === null ? undefined : shownAsset(asset).asset;
  const quantity = asset === null || units === null ? undefined : amountOf(asset, BigInt(units));
  return {
    caseId: row.case_id,
    kind: row.kind,
    key: row.key,
    amount: quantity && symbol ? `${quantity.toFixed(scaleOf(symbol))} ${symbol}` : undefined,
    dueAt: row.due_at,
    about: {
      ...(approval !== null && { approval: wordFrom(APPROVAL_KINDS, approval) }),
      ...(list !== null && { list: wordFrom(EXPORT_LISTS, list) }),
    },
  };
};

import { APPROVAL_KINDS } from "#lib/contract/approval-states.ts";
import { EXPORT_LISTS } from "#lib/contract/export-lists.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { scaleOf } from "#lib/kernel/assets.ts";
import type { CaseKind } from "./case-kinds.ts";
import type { CaseRecord } from "./contract.ts";
import { recordOf } from "./record.ts";
import { listCaseRows } from "./store.ts";
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
  about: Pick<CaseRecord["causeFacts"], "approval" | "list">;
};

const PAGE = 500;

/** Every open case of the account, with what waits for anybody's decision, the next due first. */
export async function openCases(ctx: Ctx): Promise<OpenCase[]> {
  const query = {
    accountId: accountOf(ctx).id,
    now: await ctx.now(),
    reader: { userId: undefined, everybody: true, decides: APPROVAL_KINDS, standsIn: true, lists: EXPORT_LISTS },
    valuation: { fiat: "EUR" as const, bids: {} },
    waits: await waitsOf(ctx),
    filter: { state: "OPEN" as const },
  };
  const found: OpenCase[] = [];
  let after: { key: string; id: string } | undefined;
  do {
    const { rows } = await listCaseRows(ctx.db, query, { by: "due", descending: false, limit: PAGE, after });
    for (const row of rows) {
      const { quantity, asset, causeFacts } = recordOf(row, "EUR");
      found.push({
        caseId: row.case_id,
        kind: row.kind,
        key: `${row.case_id} ${row.mark}`,
        amount: quantity && asset ? `${quantity.toFixed(scaleOf(asset))} ${asset}` : undefined,
        dueAt: row.due_at,
        about: causeFacts,
      });
    }
    const last = rows.at(-1);
    after = rows.length === PAGE && last ? { key: last.key, id: last.case_id } : undefined;
  } while (after);
  return found;
}

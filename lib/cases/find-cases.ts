import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import type { CaseKind } from "./case-kinds.ts";
import { readerOf } from "./reader.ts";
import { type CaseSubjects, casesAbout } from "./store.ts";

const MOST = 5;

/** The account's cases about some of its records, the newest first. */
export async function findCases(
  ctx: Ctx,
  about: CaseSubjects,
): Promise<{ caseId: string; kind: CaseKind; since: Date }[]> {
  const rows = await casesAbout(
    ctx.db,
    { accountId: accountOf(ctx).id, now: await ctx.now(), reader: await readerOf(ctx) },
    about,
    MOST,
  );
  return rows.map(({ case_id, kind, since }) => ({ caseId: case_id, kind, since }));
}

import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import type { Fiat } from "#lib/kernel/assets.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import type { CaseDetail, CaseRecord, CaseSummary, caseSummaryEndpoint, getCaseEndpoint } from "./contract.ts";
import { CASE_KINDS, type CaseKind } from "./case-kinds.ts";
import { entriesOf, membersOf } from "./file-store.ts";
import { entryOf, recordOf } from "./record.ts";
import { type CaseCounts, caseRow, countCases, isSubject, lastSettled } from "./store.ts";
import { valuationIn } from "./valuation.ts";

/** One case with its history. Where nothing waits any more it is SETTLED; what is about nothing of the account is NOT_FOUND. */
export async function getCase(
  ctx: Ctx,
  { caseId, fiat }: InputOf<typeof getCaseEndpoint>,
): Promise<OutputOf<typeof getCaseEndpoint>> {
  return caseDetail(ctx, caseId, fiat ?? "EUR");
}

/** The same inside a transaction, for verbs that answer the case as they leave it. */
export async function caseDetail(ctx: Ctx, caseId: string, fiat: Fiat): Promise<CaseDetail> {
  const { id: accountId } = accountOf(ctx);
  const now = await ctx.now();
  const valuation = await valuationIn(ctx, fiat, now);
  const row = await caseRow(ctx.db, { accountId, now, valuation }, caseId);
  const gone = row ? undefined : await needSubject(ctx, accountId, caseId);
  const history = (await entriesOf(ctx.db, accountId, caseId)).map(entryOf);
  return {
    ...(row ? recordOf(row, fiat) : settled(caseId, gone ?? "HELD", fiat, history.at(-1)?.at ?? now.getTime())),
    history,
  };
}

export const unknownCase = (): Refusal => new Refusal("NOT_FOUND", "There is no case with this caseId.");

function settled(caseId: string, kind: CaseKind, fiat: Fiat, since: number): CaseRecord {
  return {
    caseId,
    kind,
    state: "SETTLED",
    cause: "What this case was made of is no longer so; nothing is left to decide.",
    causeFacts: {},
    since,
    fiat,
  };
}

/** The kind that a case's id names, when it is about something of the account. */
async function needSubject(ctx: Ctx, accountId: string, caseId: string): Promise<CaseKind> {
  const kind = CASE_KINDS.find((one) => caseId.startsWith(prefixOf(one)));
  if (!kind || !(await isSubject(ctx.db, accountId, caseId.slice(prefixOf(kind).length)))) throw unknownCase();
  return kind;
}

const prefixOf = (kind: CaseKind) => `${kind.toLowerCase().replaceAll("_", "-")}-`;

/** Open cases by kind and owner, what is new to the person who asks, and who can be given one. */
export async function getCaseSummary(ctx: Ctx): Promise<OutputOf<typeof caseSummaryEndpoint>> {
  const { id: accountId } = accountOf(ctx);
  const userId = ctx.actor.kind === "staff" ? ctx.actor.userId : undefined;
  const [counts, people] = await Promise.all([
    countCases(ctx.db, accountId, await ctx.now(), userId),
    membersOf(ctx.db, accountId),
  ]);
  const sum = (of: Exclude<keyof CaseCounts, "kind">) => counts.reduce((total, one) => total + one[of], 0);
  const count = sum("open");
  const clearSince = count === 0 ? await lastSettled(ctx.db, accountId) : undefined;
  const body: CaseSummary = {
    count,
    mine: sum("mine"),
    nobody: sum("nobody"),
    muted: sum("muted"),
    closed: sum("closed"),
    fresh: sum("fresh"),
    byKind: counts.filter(({ open }) => open > 0).map(({ kind, open }) => ({ kind, count: open })),
    ...(clearSince ? { clearSince: clearSince.getTime() } : {}),
    people,
  };
  return body;
}

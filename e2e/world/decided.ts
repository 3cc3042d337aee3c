import { resolveOrAsk } from "#lib/approvals/resolve-or-ask.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import type { Ctx } from "#lib/kernel/context.ts";

/** Somebody of the house writes off what has left without approval, the case that is due next. */
export async function writeOffSpend(ctx: Ctx): Promise<void> {
  const [found] = (await listCases(ctx, { kind: "UNKNOWN_SPEND" })).data;
  const subjectId = found?.caseId.slice("UNKNOWN_SPEND-".length) ?? "";
  await resolveOrAsk(ctx, { kind: "WRITE_OFF", subjectId, note: "a former signer's" });
}

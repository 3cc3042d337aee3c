import { randomUUID } from "node:crypto";
import type { Api } from "#e2e/world/api.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { needAccount } from "#lib/kernel/tenants.ts";
import { makeSettlement } from "#lib/settlements/run-settlements.ts";

const THREE_DAYS_MS = 3 * 86_400_000;

/** Settlements of the last days, by terms that have ruled for three and pay to this bank account a month later; the newest. */
export async function settled(api: Api, account: string, beneficiaryId: string): Promise<string> {
  const worker = contextFor(api.app, { actor: { kind: "worker" }, requestId: "test" });
  const { db } = worker;
  const { id: accountId } = await needAccount(worker, account);
  if ((await db.settlementTerms.count({ where: { accountId } })) === 0)
    await setTerms(worker, accountId, beneficiaryId);
  while (await makeSettlement(worker, { accountId, currency: "EUR" }));
  const { id } = await db.settlement.findFirstOrThrow({ where: { accountId }, orderBy: { id: "desc" } });
  return id;
}

/** As the verb does, but days ago. */
async function setTerms(ctx: Ctx, accountId: string, beneficiaryId: string): Promise<void> {
  const id = randomUUID();
  const terms = { currency: "EUR", schedule: "DAILY", businessDays: false, delayDays: 30, beneficiaryId };
  const madeAt = new Date((await ctx.now()).getTime() - THREE_DAYS_MS);
  const reserve = { minimumUnits: "0", reserve: "FIXED", reserveUnits: "0" };
  await ctx.db.settlementTerms.create({
    data: { ...terms, ...reserve, id, accountId, version: 1, madeBy: "test", madeAt },
  });
  const detail = { ...terms, businessDays: "false", delayDays: "30", minimum: "0", reserve: "0" };
  const line = { action: "settlement-terms.set", objectKind: "settlement-terms", objectId: id, detail };
  await recordAudit(ctx, { ...line, accountId });
}

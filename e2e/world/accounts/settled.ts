import { randomUUID } from "node:crypto";
import type { Api } from "#e2e/world/api.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { needAccount } from "#lib/kernel/tenants.ts";
import { makeSettlement } from "#lib/settlements/run-settlements.ts";

const THREE_DAYS_MS = 3 * 86_400_000;

/** Settlements of the last days, by terms that have ruled for three and pay to this bank account a month later; the newest. */
export async function settled(api: Api, account: string, beneficiaryId: string): Promise<string> {
  const worker = contextFor(api.app, { actor: { kind: "worker" }, requestId: "test" });
  const { db } = worker;
  const { id: accountId } = await needAccount(worker, account);
  if ((await db.settlementTerms.count({ where: { accountId } })) === 0)
    await db.settlementTerms.create({
      data: {
        ...{ id: randomUUID(), accountId, currency: "EUR", version: 1, beneficiaryId, madeBy: "test" },
        ...{
          schedule: "DAILY",
          businessDays: false,
          delayDays: 30,
          minimumUnits: "0",
          reserve: "FIXED",
          reserveUnits: "0",
        },
        madeAt: new Date((await worker.now()).getTime() - THREE_DAYS_MS),
      },
    });
  while (await makeSettlement(worker, { accountId, currency: "EUR" }));
  const { id } = await db.settlement.findFirstOrThrow({ where: { accountId }, orderBy: { id: "desc" } });
  return id;
}

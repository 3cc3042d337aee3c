import { type Ctx, accountOf, actorName } from "#lib/kernel/context.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { checkSetting, type Settings, UNSET } from "./setting.ts";
import { insertSetting, readSettings } from "./store.ts";

/**
 * Sets values for the context's account from this moment on; earlier bills keep the rates they were made with.
 * The word `default` takes the account's own value back. Refuses an unknown name or a value out of bounds with
 * VALIDATION_FAILED; then nothing is changed. The reason, when one is given, stays in the audit record.
 */
export async function changeSettings(
  ctx: Ctx,
  changes: Readonly<Record<string, string>>,
  reason?: string,
): Promise<Settings> {
  const account = accountOf(ctx);
  const checked = Object.entries(changes).map(([name, value]) => ({ name, value: checkSetting(name, value) }));
  return ctx.transaction(async (tx) => {
    const before = await readSettings(tx.db, account.id);
    const validFrom = await tx.now();
    for (const { name, value } of checked) {
      await insertSetting(tx.db, {
        id: tx.id(),
        accountId: account.id,
        name,
        value,
        validFrom,
        changedBy: actorName(tx.actor),
      });
      await recordAudit(tx, {
        action: "setting.change",
        objectKind: "setting",
        objectId: name,
        detail: { before: before[name] ?? null, after: value === UNSET ? null : value, ...(reason && { reason }) },
      });
    }
    return readSettings(tx.db, account.id);
  });
}

/** The settings that rule for an account now. */
export function settingsOf(ctx: Ctx, accountId: string): Promise<Settings> {
  return readSettings(ctx.db, accountId);
}

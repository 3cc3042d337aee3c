import { recordAudit } from "#lib/audit/record-audit.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { revokeKeyRow } from "./key-store.ts";

/** Ends a key of the context's account with its next request. Unknown, foreign or already revoked: NOT_FOUND. */
export async function revokeKey(ctx: Ctx, keyId: string): Promise<void> {
  const account = accountOf(ctx);
  await ctx.transaction(async (tx) => {
    if (!(await revokeKeyRow(tx, account.id, keyId))) {
      throw new Refusal("NOT_FOUND", "There is no active key with this id.");
    }
    await recordAudit(tx, { action: "key.revoke", objectKind: "key", objectId: keyId });
  });
}

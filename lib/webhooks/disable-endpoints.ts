import { recordAudit } from "#lib/audit/record-audit.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { queueToAdmins } from "#lib/mail/queue-mail.ts";
import { disabledByAccount, disableEndpoint, type Judged } from "./delivery-store.ts";
import { lettersText } from "#lib/i18n/letters.ts";

/**
 * Disables endpoints that answered 410 or have failed too long. The audit record, the endpoint and an e-mail to the
 * administrators say so, all in one transaction. One that meanwhile answered well, or is disabled already, stays.
 */
export async function disableEndpoints(ctx: Ctx, judged: readonly Judged[]): Promise<void> {
  for (const { id, account_id: accountId, reason } of judged) {
    await ctx.transaction(async (tx) => {
      if (!(await disableEndpoint(tx.db, id, reason))) return;
      await recordAudit(tx, {
        action: "webhook-endpoint.disable",
        objectKind: "webhook-endpoint",
        objectId: id,
        accountId,
        detail: { reason },
      });
      const { endpoint } = lettersText;
      await queueToAdmins(tx, accountId, () => ({ subject: endpoint.subject, text: endpoint[reason](id) }));
    });
  }
}

/** Of each account, how many endpoints were switched off by their own answers and stand so. */
export const countDisabled = ({ db }: Ctx): Promise<{ account: string; endpoints: number }[]> => disabledByAccount(db);

import type { OutputOf } from "#lib/contract/endpoint.ts";
import { answerWith, type Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { slot } from "#lib/kernel/slots.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import type { verifyHouseAuditEndpoint } from "./contract.ts";
import { recordAudit } from "./record-audit.ts";
import { verifyAudit } from "./seal.ts";

const VERIFYING = slot<true>("the audit being verified");
/** So many faults are named; a chain that is broken early has one for each seal behind it. */
const MOST_NAMED = 20;

/**
 * Reads the whole audit record against its seals and writes down what came of it. One at a time in a process, since all
 * lines are read; meanwhile refused with SERVICE_UNAVAILABLE.
 */
export async function verifyHouseAudit(ctx: Ctx): Promise<OutputOf<typeof verifyHouseAuditEndpoint>> {
  const { slots } = ctx.app;
  if (slots.has(VERIFYING))
    throw new Refusal("SERVICE_UNAVAILABLE", "The audit record is being verified: try again when that has ended.", {
      retryAfterSeconds: 5,
    });
  slots.set(VERIFYING, true);
  try {
    const { head, faults, found, ...counted } = await verifyAudit(ctx);
    const proof = { holds: faults.length === 0, ...counted, ...(head !== "" && { head }) };
    const named = found.slice(0, MOST_NAMED);
    return await ctx.transaction(async (tx) => {
      const { id } = await houseOf(tx.app);
      await recordAudit(tx, {
        action: "audit.verify",
        objectKind: "account",
        objectId: id,
        detail: { ...proof, faults: faults.slice(0, MOST_NAMED) },
      });
      return answerWith(tx, { ...proof, checkedAt: (await tx.now()).getTime(), faults: named });
    });
  } finally {
    slots.delete(VERIFYING);
  }
}

import { recordAudit } from "#lib/audit/record-audit.ts";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { type ApprovalKind, deciderOf } from "#lib/contract/approval-states.ts";
import { Waiting } from "#lib/contract/out.ts";
import { accountOf, actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { must } from "#lib/kernel/errors.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { houseSettings } from "#lib/settings/change-settings.ts";
import { asksSecondPerson } from "#lib/settings/setting.ts";
import { APPROVAL_LIFE_MS } from "./approval.ts";
import { actingOn } from "./acting.ts";
import { perform, type HeldRequest } from "./perform.ts";
import { recordOf } from "./record.ts";
import { findApproval, inSetUp, insertApproval, type PlainRequest } from "./store.ts";
import { notifyDeciders } from "./notify-deciders.ts";

/** Whether what loosens a guard or moves money waits for a second person now (rulebook 3.21). */
export async function needsAnother(ctx: Ctx): Promise<boolean> {
  if (ctx.actor.kind === "operator" && (await inSetUp(ctx.db))) return false;
  return asksSecondPerson(ctx.app.mode, await houseSettings(ctx));
}

export type Request = {
  what: ApprovalKind;
  request: PlainRequest;
  reason?: string | undefined;
  /** What is written along with the request, and in its rehearsal. */
  before?: (tx: Ctx) => Promise<void>;
  /** In whose name, where that is not the actor's: for a payer's link, its maker's. */
  asker?: Asker;
};
type Asker = { askedBy: string; askedUserId: string | undefined };

/**
 * Writes down what one person asks another to agree to, and tells that it waits (202). What would be refused now is
 * refused at once, and nothing waits.
 */
export async function ask(ctx: Ctx, input: Request): Promise<Waiting<ApprovalRecord>> {
  await rehearse(ctx, await wantedOf(ctx, input), input.before);
  return ctx.transaction(async (tx) => {
    await input.before?.(tx);
    return answerWith(tx, new Waiting(await askAlong(tx, input)));
  });
}

/** The same in an open transaction, for what was made there and waits with the request. */
export async function askAlong(tx: Ctx, input: Request): Promise<ApprovalRecord> {
  const id = await write(tx, await wantedOf(tx, input), input.asker);
  const { what, request, reason } = input;
  await recordAudit(tx, {
    action: "approval.ask",
    objectKind: "approval",
    objectId: id,
    detail: { what, request, ...(reason && { reason }) },
  });
  const row = await findApproval(tx.db, id);
  must(row, "a request that was written is there");
  const record = await recordOf(tx, row);
  await notifyDeciders(tx, record);
  return record;
}

async function wantedOf(ctx: Ctx, { what, request, reason }: Request): Promise<HeldRequest> {
  return { what, request, ofHouse: accountOf(ctx).id === (await houseOf(ctx.app)).id, reason };
}

async function write(tx: Ctx, { what, ofHouse, request, reason }: HeldRequest, asker = askerOf(tx)): Promise<string> {
  const id = tx.id();
  await insertApproval(tx.db, {
    id,
    accountId: accountOf(tx).id,
    what,
    decides: deciderOf(what, ofHouse),
    request,
    reason,
    ...asker,
    lifeMs: APPROVAL_LIFE_MS,
  });
  return id;
}

const askerOf = ({ actor }: Ctx): Asker => ({
  askedBy: actorName(actor),
  askedUserId: actor.kind === "staff" ? actor.userId : undefined,
});

const REHEARSED = Symbol("a rehearsal is undone");

/** Does it and rolls it back, so that an impossible request is refused with the action\'s own message. */
async function rehearse(ctx: Ctx, wanted: HeldRequest, before: Request["before"]): Promise<void> {
  try {
    await ctx.transaction(async (tx) => {
      await before?.(tx);
      const id = await write(tx, wanted);
      await perform(actingOn(tx, { id, askedBy: actorName(tx.actor) }, accountOf(tx)), wanted);
      throw REHEARSED;
    });
  } catch (error) {
    if (error !== REHEARSED) throw error;
  }
}

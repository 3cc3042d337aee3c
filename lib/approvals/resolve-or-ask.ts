import { type LedgerAsset, shownAsset } from "#lib/kernel/assets.ts";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { Waiting } from "#lib/contract/out.ts";
import { answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { needMove } from "#lib/moves/request-move.ts";
import { needReturned } from "#lib/moves/return-move.ts";
import type { ResolutionRecord, resolveEndpoint } from "#lib/resolutions/contract.ts";
import { needOpen } from "#lib/resolutions/resolve.ts";
import { ask, needsAnother } from "./ask.ts";
import { plain } from "./or-ask.ts";
import { resolve } from "./perform-resolution.ts";
import type { PlainRequest } from "./store.ts";
import { ownerOfVoid } from "./void-unproven.ts";

type Wanted = InputOf<typeof resolveEndpoint>;

/** Says what became of something; where a second person is needed it asks for one (202), who is shown what and how much. */
export async function resolveOrAsk(ctx: Ctx, input: Wanted): Promise<ResolutionRecord | Waiting<ApprovalRecord>> {
  if ((input.kind === "LINK" || input.kind === "RETURN") !== (input.moveId !== undefined))
    throw invalid("moveId", "moveId is required with LINK and RETURN, and only allowed with these.");
  if ((input.kind === "ASSIGN") !== (input.account !== undefined))
    throw invalid("account", "account is required with ASSIGN, and only allowed with it.");
  if (input.kind !== "ASSIGN" && input.paymentId !== undefined)
    throw invalid("paymentId", "paymentId is only allowed with ASSIGN of crypto.");
  if (!(await needsAnother(ctx))) return ctx.transaction(async (tx) => answerWith(tx, await resolve(tx, input)));
  return ask(ctx, { what: "resolution", request: await requestOf(ctx, input) });
}

/** With what the second person compares; what it would be refused for is said by its rehearsal. */
async function requestOf(
  ctx: Ctx,
  { kind, subjectId, moveId, account, paymentId, note }: Wanted,
): Promise<PlainRequest> {
  const what = kind === "LINK" ? await needMove(ctx, moveId ?? "") : await needOpen(ctx, { kind, subjectId });
  const { asset, networkType } = shownAsset(what.asset);
  const reference = "name" in what ? what.name : what.reference;
  const quantity = amountOf(what.asset, what.units).toString();
  const missing = kind === "RETURN" ? await withheldOf(ctx, moveId ?? "", what) : undefined;
  const whose = kind === "VOID" ? await ownerOfVoid(ctx, subjectId) : account;
  return plain({
    kind,
    subjectId,
    moveId,
    account: whose,
    paymentId,
    asset,
    networkType,
    quantity,
    missing,
    reference,
    note,
  });
}

/** What the sender of a returned move has retained of it. */
async function withheldOf(
  ctx: Ctx,
  moveId: string,
  received: { asset: LedgerAsset; units: bigint },
): Promise<string | undefined> {
  const { left } = await needReturned(ctx, moveId, received);
  return left === received.units ? undefined : amountOf(received.asset, left - received.units).toString();
}

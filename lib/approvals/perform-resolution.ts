import type { InputOf } from "#lib/contract/endpoint.ts";
import { assignStray } from "#lib/deposits/assign-stray.ts";
import { isFiat } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { invalid, must } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { needAccount } from "#lib/kernel/tenants.ts";
import { linkGas } from "#lib/moves/link-gas.ts";
import { linkOutgoing } from "#lib/moves/link-outgoing.ts";
import { refuseRequester } from "#lib/moves/linkable.ts";
import { needMove } from "#lib/moves/request-move.ts";
import { needReturned, type ReturnedMove } from "#lib/moves/return-move.ts";
import { seenAmount } from "#lib/outgoing/post-outgoing.ts";
import { refuseWaitedFor } from "#lib/payouts/paid-otherwise.ts";
import type { ResolutionRecord, resolveEndpoint } from "#lib/resolutions/contract.ts";
import { RESOLUTION_KINDS } from "#lib/resolutions/resolution.ts";
import { needOpen, noteResolution, refuseOwnPeople, resolveOpen } from "#lib/resolutions/resolve.ts";
import type { PlainRequest } from "./store.ts";
import { voidUnproven } from "./void-unproven.ts";

/** What another agreed to, as it was asked for. */
export async function performResolution(
  ctx: Ctx,
  { kind, subjectId, moveId, account, paymentId, note }: PlainRequest,
): Promise<void> {
  const known = RESOLUTION_KINDS.find((each) => each === kind);
  must(known && subjectId && note, "a resolution that was asked for is whole");
  await resolve(ctx, { kind: known, subjectId, moveId, account, paymentId, note });
}

/** Says what became of something, in an open transaction. */
export async function resolve(tx: Ctx, wanted: InputOf<typeof resolveEndpoint>): Promise<ResolutionRecord> {
  const { kind, subjectId, moveId, account: name, paymentId, note } = wanted;
  const account = name === undefined ? undefined : await needAccount(tx, name);
  if (account) await refuseOwnPeople(tx, account.id);
  if (account && paymentId !== undefined) return assignStray(tx, { subjectId, account, paymentId, note });
  if (kind === "ASSIGN" && !isFiat((await needOpen(tx, { kind, subjectId })).asset))
    throw invalid("paymentId", "paymentId is required to assign crypto: the bill that it becomes a deposit of.");
  if (kind === "VOID") return voidUnproven(tx, { subjectId, note });
  if (kind !== "LINK") return resolveOpen(tx, { kind, subjectId, account, note, returned: await movedBy(tx, wanted) });
  const gas = await linkGas(tx, { subjectId, moveId });
  const seen = !gas && isId(subjectId) ? await seenAmount(tx, subjectId) : undefined;
  if (seen) await refuseWaitedFor(tx, seen.txHash);
  const { txHash, asset, units } = gas ?? (await linkOutgoing(tx, { subjectId, moveId }));
  const subject = gas ? "GAS" : "OUTGOING";
  return noteResolution(tx, { kind, subject, subjectId, asset, units, name: txHash, note, moveId });
}

/** The move that came back. Who asked for one says neither that nor that it is lost. */
async function movedBy(
  tx: Ctx,
  { kind, subjectId, moveId = "" }: Pick<InputOf<typeof resolveEndpoint>, "kind" | "subjectId" | "moveId">,
): Promise<ReturnedMove | undefined> {
  if (kind !== "RETURN" && kind !== "WRITE_OFF") return undefined;
  const open = await needOpen(tx, { kind, subjectId });
  if (kind === "RETURN") return needReturned(tx, moveId, open);
  if (open.subject === "MOVE") await refuseRequester(tx, await needMove(tx, subjectId));
  return undefined;
}

import type { ApprovalRecord } from "#lib/contract/approval.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { Waiting } from "#lib/contract/out.ts";
import { answerWith, type Ctx } from "#lib/kernel/context.ts";
import type { linkMoveEndpoint, MoveRecord } from "#lib/moves/contract.ts";
import { linkMove, linkRequest } from "#lib/moves/link-move.ts";
import { moveRecord } from "#lib/moves/record.ts";
import { ask, needsAnother } from "./ask.ts";

/** Says by hand by what a move left a venue, or arrived there; where a second person is needed it asks for one (202). */
export async function linkMoveOrAsk(
  ctx: Ctx,
  input: InputOf<typeof linkMoveEndpoint>,
): Promise<MoveRecord | Waiting<ApprovalRecord>> {
  if (await needsAnother(ctx)) return ask(ctx, { what: "move", request: await linkRequest(ctx, input) });
  return ctx.transaction(async (tx) => answerWith(tx, moveRecord(await linkMove(tx, input))));
}

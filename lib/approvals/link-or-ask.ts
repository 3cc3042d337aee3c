import type { ApprovalRecord } from "#lib/contract/approval.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { Waiting } from "#lib/contract/out.ts";
import { answerWith, type Ctx } from "#lib/kernel/context.ts";
import type { LineRecord, linkLineEndpoint } from "#lib/bank/contract.ts";
import { lineRequest, linkLine } from "#lib/bank/link-line.ts";
import type { linkMoveEndpoint, MoveRecord } from "#lib/moves/contract.ts";
import { linkMove, linkRequest } from "#lib/moves/link-move.ts";
import { moveRecord } from "#lib/moves/record.ts";
import type { linkVenueTransferEndpoint, TransferRecord } from "#lib/transfers/contract.ts";
import { linkVenueTransfer, transferRequest } from "#lib/transfers/link-transfer.ts";
import { ask, needsAnother } from "./ask.ts";

/** Says by hand by what a move left a venue, or arrived there; where a second person is needed it asks for one (202). */
export async function linkMoveOrAsk(
  ctx: Ctx,
  input: InputOf<typeof linkMoveEndpoint>,
): Promise<MoveRecord | Waiting<ApprovalRecord>> {
  if (await needsAnother(ctx)) return ask(ctx, { what: "move", request: await linkRequest(ctx, input) });
  return ctx.transaction(async (tx) => answerWith(tx, moveRecord(tx, await linkMove(tx, input))));
}

/** Links a bank's line to a move; where it departs from what two have agreed to, it waits for a second person (202). */
export async function linkLineOrAsk(
  ctx: Ctx,
  input: InputOf<typeof linkLineEndpoint>,
): Promise<LineRecord | Waiting<ApprovalRecord>> {
  const request = (await needsAnother(ctx)) ? await lineRequest(ctx, input) : undefined;
  return request ? ask(ctx, { what: "move", request }) : linkLine(ctx, input);
}

/** The same of a venue's transfer. */
export async function linkTransferOrAsk(
  ctx: Ctx,
  input: InputOf<typeof linkVenueTransferEndpoint>,
): Promise<TransferRecord | Waiting<ApprovalRecord>> {
  const request = (await needsAnother(ctx)) ? await transferRequest(ctx, input) : undefined;
  return request ? ask(ctx, { what: "move", request }) : linkVenueTransfer(ctx, input);
}

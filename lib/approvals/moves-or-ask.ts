import { shownAsset } from "#lib/kernel/assets.ts";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import type { Waiting } from "#lib/contract/out.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import type { addDestinationEndpoint, askForMoveEndpoint, requestMoveEndpoint } from "#lib/moves/contract.ts";
import { addDestination, refuseForeign, wantedDestination } from "#lib/moves/destinations.ts";
import { type MoveOrApproval, type AskForMove, askForMove, requestMove } from "#lib/moves/request-move.ts";
import { ask, askAlong, needsAnother } from "./ask.ts";

/** Puts a destination on the allow-list; where a second person is needed it asks for one (202). */
export async function addDestinationOrAsk(
  ctx: Ctx,
  input: InputOf<typeof addDestinationEndpoint>,
): Promise<OutputOf<typeof addDestinationEndpoint> | Waiting<ApprovalRecord>> {
  const wanted = wantedDestination(ctx, input);
  await refuseForeign(ctx, wanted);
  if (!(await needsAnother(ctx))) return addDestination(ctx, wanted);
  const { asset, networkType } = shownAsset(wanted.asset);
  const { place, address, label } = wanted;
  return ask(ctx, {
    what: "destination",
    request: { place, asset, ...(networkType && { networkType }), address, label },
  });
}

/** Asks for a move; where a second person is needed it waits for them as REQUESTED (202), and is approved at once elsewhere. */
export async function requestMoveOrAsk(ctx: Ctx, input: InputOf<typeof requestMoveEndpoint>): Promise<MoveOrApproval> {
  return requestMove(ctx, input, await askFor(ctx));
}

/** The same, and it waits for a second person also where none is needed. */
export const askToMove = (ctx: Ctx, input: InputOf<typeof requestMoveEndpoint>): Promise<MoveOrApproval> =>
  requestMove(ctx, input, askOne);

/** Asks for a move that was drafted; as {@link requestMoveOrAsk}. */
export async function askForMoveOrAsk(ctx: Ctx, input: InputOf<typeof askForMoveEndpoint>): Promise<MoveOrApproval> {
  return askForMove(ctx, input, await askFor(ctx));
}

async function askFor(ctx: Ctx): Promise<AskForMove | undefined> {
  if (!(await needsAnother(ctx))) return undefined;
  return askOne;
}

const askOne: AskForMove = (tx, request) => askAlong(tx, { what: "move", request });

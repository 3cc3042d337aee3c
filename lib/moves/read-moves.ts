import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { pageBelow } from "#lib/kernel/paging.ts";
import type { getMoveEndpoint, listMovesEndpoint } from "./contract.ts";
import { moveRecord } from "./record.ts";
import { needMove } from "./request-move.ts";
import { listMoveRows } from "./store.ts";

const PAGE = 100;

/** The house's moves, newest first. */
export async function listMoves(
  ctx: Ctx,
  { startsAfter, limit = PAGE, ...filters }: InputOf<typeof listMovesEndpoint>,
): Promise<OutputOf<typeof listMovesEndpoint>> {
  const { page, startsAfter: next } = await pageBelow(
    ctx,
    { filters, startsAfter, limit },
    (before, count) => listMoveRows(ctx.db, { ...filters, before, limit: count }),
    ({ id }) => id,
  );
  return { data: page.map((move) => moveRecord(ctx, move)), startsAfter: next };
}

/** One move. Refuses an unknown one with NOT_FOUND. */
export async function getMove(
  ctx: Ctx,
  { moveId }: InputOf<typeof getMoveEndpoint>,
): Promise<OutputOf<typeof getMoveEndpoint>> {
  return moveRecord(ctx, await needMove(ctx, moveId));
}

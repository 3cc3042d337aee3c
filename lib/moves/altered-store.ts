import type { Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import * as sql from "./altered.sql.ts";

/** Refuses with INVALID_STATE a move that is not what was asked for by the record, or goes elsewhere than it says. */
export async function refuseAltered({ db, app }: Ctx, moveId: string): Promise<void> {
  if ((await sql.alteredMove(db, { id: moveId })).length === 0) return;
  app.log.error("a move is not what was asked for", { moveId });
  throw new Refusal(
    "INVALID_STATE",
    "This move is not what was asked for, or goes elsewhere than its record says: nothing of it leaves. Run desk check.",
  );
}

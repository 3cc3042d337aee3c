import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { NETWORKS, type Network } from "#lib/kernel/assets.ts";
import { answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import type { rescanChainEndpoint, resumeChainEndpoint } from "./contract.ts";
import { chainShown, type ShownChain } from "./list-chains.ts";
import { reopenRanges } from "./range-store.ts";
import { type Cursor, holdCursor, unpauseCursor } from "./store.ts";

/**
 * Staff have compared the node's branch with other nodes and let it be followed, be it deeper than the limit or shorter than
 * what was read; the consent ends when the tip is reached. Refuses with INVALID_STATE a chain that neither holds up.
 */
export async function resumeChain(
  ctx: Ctx,
  input: InputOf<typeof resumeChainEndpoint>,
): Promise<OutputOf<typeof resumeChainEndpoint>> {
  return change(ctx, input.network, input.note, "chain.resume", async (tx, network) => {
    const { state, failure, sentence } = await chainShown(tx, network);
    if (state !== "PAUSED" && failure?.code !== "SHORTER_BRANCH")
      throw new Refusal("INVALID_STATE", `The chain ${network} is neither paused nor held up by a shorter branch.`);
    await unpauseCursor(tx.db, network);
    return { paused: sentence };
  });
}

/** Marks the blocks from a height on as not scanned: a gap, which fills itself. What is known of them stays as it is. */
export async function rescanChain(
  ctx: Ctx,
  input: InputOf<typeof rescanChainEndpoint>,
): Promise<OutputOf<typeof rescanChainEndpoint>> {
  return change(ctx, input.network, input.note, "chain.rescan", async (tx, network, cursor) => {
    if (input.from >= cursor.height)
      throw invalid("from", `from must be below the block ${cursor.height} that we stand at.`);
    await reopenRanges(tx.db, network, input.from, cursor.height);
    return { from: input.from };
  });
}

type Command = (ctx: Ctx, network: Network, cursor: Cursor) => Promise<Record<string, unknown>>;

async function change(ctx: Ctx, named: string, note: string, action: string, command: Command): Promise<ShownChain> {
  const network = NETWORKS.find((each) => each === named);
  if (!network) throw new Refusal("NOT_FOUND", "There is no chain of this name.");
  return ctx.transaction(async (tx) => {
    const cursor = await holdCursor(tx.db, network);
    if (!cursor) throw new Refusal("INVALID_STATE", `The chain ${network} has not been looked at yet.`);
    const detail = await command(tx, network, cursor);
    await recordAudit(tx, { action, objectKind: "chain", objectId: network, detail: { ...detail, note } });
    return answerWith(tx, await chainShown(tx, network));
  });
}

import { recordAudit } from "#lib/audit/record-audit.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { must, Refusal } from "#lib/kernel/errors.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import type { scanCustodyEndpoint, ScanRecord } from "./contract.ts";
import { abortScan, insertScan, latestScans, type ScanRow } from "./scan-store.ts";

/**
 * Has a network's node scanned for outputs of ours, or ends the scan. The worker begins it, and passes the end on to the
 * node. Refuses with INVALID_STATE to begin a second one, and to end none.
 */
export function askScan(
  ctx: Ctx,
  { network, action }: InputOf<typeof scanCustodyEndpoint>,
): Promise<OutputOf<typeof scanCustodyEndpoint>> {
  return ctx.transaction(async (tx) => {
    const by = actorName(tx.actor);
    const isStart = action === "START";
    if (isStart && !tx.app.chains[network]?.scan)
      throw new Refusal("INVALID_STATE", `The node of ${network} is not scanned.`);
    const isDone = isStart ? await insertScan(tx.db, tx.id(), network, by) : await abortScan(tx.db, network, by);
    if (!isDone)
      throw new Refusal(
        "INVALID_STATE",
        isStart ? `${network} is being scanned already.` : `${network} is not being scanned.`,
      );
    const row = (await latestScans(tx.db)).find((each) => each.network === network);
    must(row, "a scan that was asked for is there");
    await recordAudit(tx, {
      action: isStart ? "custody.ask-scan" : "custody.abort-scan",
      accountId: (await houseOf(tx.app)).id,
      objectKind: "custody",
      objectId: network,
      detail: { scanId: row.id },
    });
    return answerWith(tx, scanShown(row));
  });
}

export const scanShown = ({
  id,
  askedAt,
  endedAt,
  height,
  scripts,
  unknown,
  abortBy,
  fault,
  ...row
}: ScanRow): ScanRecord => ({
  scanId: id,
  ...row,
  askedAt: askedAt.getTime(),
  ...(abortBy !== null && { abortBy }),
  ...(scripts !== null && { scripts }),
  ...(height !== null && { height: Number(height) }),
  ...(unknown !== null && { unknown }),
  ...(fault !== null && { fault }),
  ...(endedAt !== null && { endedAt: endedAt.getTime() }),
});

import { recordAudit } from "#lib/audit/record-audit.ts";
import type { CryptoAsset, Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { queueToMembers } from "#lib/mail/queue-mail.ts";
import { letterOf } from "./letter.ts";
import { type Amount, leftOf } from "./leaving.ts";

type Unknown = {
  id: string;
  network: Network;
  txHash: string;
  amounts: readonly Amount[];
  claims: readonly { asset: CryptoAsset; units: bigint }[];
  /** Where it goes, as far as that is told. */
  to: readonly string[];
  inBlock: boolean;
};

/** Whether something approved explains a transaction: all that left, and be it only for its fee. */
export const isExplained = ({ amounts, claims }: Pick<Unknown, "amounts" | "claims">): boolean =>
  claims.length > 0 && unexplained({ amounts, claims }).every(({ units }) => units === 0n);

/** Tells everybody of the house, by mail, in the log and in the audit record, that money leaves which nobody approved. */
export async function reportUnknown(ctx: Ctx, seen: Unknown): Promise<void> {
  const { id, network, txHash, to, inBlock } = seen;
  const { id: houseId } = await houseOf(ctx.app);
  ctx.app.log.error("money left without our leave", { network, txHash });
  await recordAudit(ctx, {
    action: "outgoing.unknown",
    accountId: houseId,
    objectKind: "outgoing",
    objectId: id,
    detail: { network, txHash },
  });
  await queueToMembers(ctx, houseId, letterOf({ network, txHash, left: unexplained(seen), to, inBlock }));
}

const unexplained = ({ amounts, claims }: Pick<Unknown, "amounts" | "claims">) =>
  amounts.map((amount) => {
    const left = claims.reduce((rest, c) => (c.asset === amount.asset ? rest - c.units : rest), leftOf(amount));
    return { asset: amount.asset, units: left > 0n ? left : 0n, fee: amount.fee };
  });

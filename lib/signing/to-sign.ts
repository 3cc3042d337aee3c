import type { Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { preparedEvm } from "./evm-draft.ts";
import type { PreparedEvm } from "./evm-signed.ts";
import { needPrepared, refuseBefore } from "./read-prepared.ts";
import { preparedTron } from "./tron-file.ts";
import type { PreparedTron } from "./tron-signed.ts";
import { preparedUtxo } from "./utxo-draft.ts";
import type { PreparedUtxo } from "./utxo-signed.ts";

/** What a signer signs: the wallet's path, the transaction, and of each input its key's place below the path. */
export type ToSign = { path: string; keys: readonly (readonly [branch: number, index: number])[] } & (
  | { utxo: PreparedUtxo }
  | { evm: PreparedEvm }
  | { tron: PreparedTron }
);

/** A prepared transaction as its signer takes it. Refuses an unknown one with NOT_FOUND, a Safe's batch with INVALID_STATE. */
export async function needToSign(ctx: Ctx, preparedId: string): Promise<ToSign> {
  const row = await needPrepared(ctx, preparedId);
  const { network, inputs } = row;
  await refuseBefore(ctx, row);
  if (row.safeTxHash !== undefined)
    throw new Refusal("INVALID_STATE", "A batch is signed by the owners of its Safe, whose keys are nowhere here.");
  const place = {
    path: row.wallet.path,
    keys: inputs.map(({ branch, keyIndex }) => [branch, keyIndex] as const),
  };
  if (network === "tron") return { ...place, tron: preparedTron(row) };
  if (network === "eth") return { ...place, evm: preparedEvm(row) };
  return { ...place, utxo: preparedUtxo({ ...row, network }) };
}

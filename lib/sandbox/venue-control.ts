import { randomBytes } from "node:crypto";
import { readAddress } from "#lib/beneficiaries/address.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { unitsOf } from "#lib/contract/fields.ts";
import { type Asset, isFiat, networkOf, scaleOf } from "#lib/kernel/assets.ts";
import { answerWith, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import { MAX_UNITS } from "#lib/kernel/money.ts";
import { requestedAsset } from "#lib/kernel/requested-asset.ts";
import { unitsOfTransfer } from "#lib/transfers/transfer.ts";
import { newHash } from "./chain-controls.ts";
import type { playTransferEndpoint } from "./contract.ts";
import { enterVenueTransfer, findVenueTransfer } from "./venue-store.ts";
import { insertTransfer, lockChain } from "./store.ts";

type TransferInput = InputOf<typeof playTransferEndpoint>;

/**
 * The sandbox's venue tells of a deposit or withdrawal; the same reference again tells its end. Refuses with INVALID_STATE
 * one that was something else before. A withdrawal to an address is paid on the simulated chain.
 */
export async function playTransfer(ctx: Ctx, input: TransferInput): Promise<OutputOf<typeof playTransferEndpoint>> {
  const asset = requestedAsset(input);
  const { kind, state = "DONE", fee = Decimal.ZERO, quantity, address, label } = input;
  refuseTooLarge({ kind, asset, quantity, fee });
  const ref = input.reference ?? `S${randomBytes(8).toString("hex").toUpperCase()}`;
  return ctx.transaction(async (tx) => {
    const known = await findVenueTransfer(tx.db, ref);
    const was = known && [known.kind, known.asset, known.quantity, known.fee].join();
    if (known && was !== [kind, asset, quantity, fee].join())
      throw new Refusal("INVALID_STATE", "There is another transfer with this reference already.");
    const isPaid = kind === "WITHDRAWAL" && state === "DONE" && !input.txHash && !known?.txHash;
    const txHash = isPaid ? await pay(tx, asset, input) : input.txHash;
    const entered = await enterVenueTransfer(tx.db, {
      ref,
      kind,
      asset,
      quantity,
      fee,
      status: state,
      txHash,
      address,
      label,
    });
    return answerWith(tx, { reference: ref, txHash: entered });
  });
}

/** What the books do not hold would be read from the venue again for ever. */
function refuseTooLarge(of: Parameters<typeof unitsOfTransfer>[0]): void {
  const { units, feeUnits } = unitsOfTransfer(of);
  if (units + feeUnits >= MAX_UNITS) throw invalid("quantity", "quantity and fee are too large.");
}

/** Pays a withdrawal on its chain; fiat, and what names no address of its network, goes unseen. */
async function pay(tx: Ctx, asset: Asset, { address, quantity }: TransferInput): Promise<string | undefined> {
  if (isFiat(asset) || address === undefined) return undefined;
  const network = networkOf(asset);
  const read = readAddress(network, address);
  if (!read) return undefined;
  const txHash = newHash(network);
  await lockChain(tx.db, network);
  await insertTransfer(tx.db, {
    network,
    txHash,
    asset,
    script: read.script,
    address: read.address,
    sourceAddress: "sandbox-venue",
    units: unitsOf("quantity", quantity, scaleOf(asset)),
    feeRate: undefined,
    replaceable: false,
  });
  return txHash;
}

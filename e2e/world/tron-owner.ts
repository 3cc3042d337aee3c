import { hexToBytes } from "@noble/hashes/utils.js";
import { HDKey } from "@scure/bip32";
import { TronWeb } from "tronweb";
import type { Ctx } from "#lib/kernel/context.ts";
import { readPrepared } from "#lib/signing/read-prepared.ts";
import { SEED } from "./owner.ts";

/** A transaction of Tron as a wallet takes it, and where its key lies. */
export type TronFile = { path: string; raw_data: Record<string, unknown>; raw_data_hex: string; txID: string };

/** Tron's own library; it asks no node. */
export const tronWeb = new TronWeb({ fullHost: "http://127.0.0.1:1" });

export async function tronFileOf(ctx: Ctx, preparedId: string): Promise<TronFile> {
  const { bytes } = (await readPrepared(ctx, { preparedId })) as { bytes: Uint8Array };
  return JSON.parse(Buffer.from(bytes).toString()) as TronFile;
}

/** The published seed's key at a path, 32 bytes. */
export const tronKeyAt = (path: string): Uint8Array =>
  HDKey.fromMasterSeed(hexToBytes(SEED)).derive(path).privateKey ?? new Uint8Array();

/** A transaction of tron as a wallet of Tron signs it, from the file alone. */
export async function signedByTronOwner(ctx: Ctx, preparedId: string): Promise<string> {
  const { path, ...unsigned } = await tronFileOf(ctx, preparedId);
  return JSON.stringify(await tronWeb.trx.sign(unsigned as never, Buffer.from(tronKeyAt(path)).toString("hex")));
}

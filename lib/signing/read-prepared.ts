import { recordAudit } from "#lib/audit/record-audit.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { FileOut } from "#lib/contract/out.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { invalid, must, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { pageBelow } from "#lib/kernel/paging.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import type { getPreparedEndpoint, listPreparedEndpoint, PreparedRecord, readPreparedEndpoint } from "./contract.ts";
import { heldSinceRestore } from "#lib/outgoing/may-have-left.ts";
import { type FeeFacts, feeFacts } from "./fee-store.ts";
import { electronCashFile } from "./electron-cash.ts";
import type { SignedNetwork } from "./prepared-states.ts";
import { preparedRecord } from "./record.ts";
import { findPrepared, listPreparedRows, lockFamily, lockPrepared, preparedBefore, type PreparedRow } from "./store.ts";

const DEFAULT_LIMIT = 100;
/** What a transaction costs is held against what the network asked for in so many days. */
const MEDIAN_DAYS = 7;
/** A coin's price is read every hour; one that was missed once still tells what a token's transaction costs. */
const PRICE_MS = 2 * 60 * 60_000 + 60_000;

const feesNow = ({ db }: Ctx): Promise<ReadonlyMap<SignedNetwork, FeeFacts>> =>
  feeFacts(db, { days: MEDIAN_DAYS, priceMs: PRICE_MS });

/** Prepared transactions, newest first. Refuses with INVALID_PAGINATION_TOKEN. */
export async function listPrepared(
  ctx: Ctx,
  query: InputOf<typeof listPreparedEndpoint>,
): Promise<{ data: PreparedRecord[]; startsAfter: string | null }> {
  const { startsAfter, limit = DEFAULT_LIMIT, status, objectId } = query;
  if (objectId !== undefined && !isId(objectId)) return { data: [], startsAfter: null };
  const { page, startsAfter: next } = await pageBelow(
    ctx,
    { filters: { list: "prepared", status, objectId }, startsAfter, limit },
    (before, count) => listPreparedRows(ctx.db, { status, objectId, before, limit: count }),
    (row) => row.id,
  );
  const fees = await feesNow(ctx);
  return { data: page.map((row) => preparedRecord(ctx.app, row, fees)), startsAfter: next };
}

/** One prepared transaction. Refuses an unknown one with NOT_FOUND. */
export async function getPrepared(
  ctx: Ctx,
  { preparedId }: InputOf<typeof getPreparedEndpoint>,
): Promise<PreparedRecord> {
  return preparedRecord(ctx.app, await needPrepared(ctx, preparedId), await feesNow(ctx));
}

/** The bytes for the signer. Refuses an unknown one with NOT_FOUND, a form that its network has not, and as {@link refuseBefore} does. */
export async function readPrepared(
  ctx: Ctx,
  { preparedId, form = "STANDARD" }: InputOf<typeof readPreparedEndpoint>,
): Promise<FileOut> {
  const row = await needPrepared(ctx, preparedId);
  if (row.status === "PREPARED") await refuseBefore(ctx, row);
  const { network, content, id } = row;
  if (form === "ELECTRON_CASH") {
    if (network !== "bitcoincash") throw invalid("form", "Electron Cash signs bitcoincash alone.");
    const file = Uint8Array.from(Buffer.from(electronCashFile({ ...row, network }), "utf8"));
    return { fileName: `${id}.txn`, bytes: file, size: file.length };
  }
  const isPsbt = network !== "eth" && network !== "tron";
  const bytes = Uint8Array.from(Buffer.from(content, isPsbt ? "base64" : "utf8"));
  return { fileName: `${id}.${isPsbt ? "psbt" : "json"}`, bytes, size: bytes.length };
}

/** One as it stands. Refuses an unknown one with NOT_FOUND. */
export async function needPrepared(ctx: Ctx, id: string): Promise<PreparedRow> {
  const found = isId(id) ? await findPrepared(ctx.db, id) : undefined;
  if (!found) throw unknownPrepared();
  return found;
}

/** One under its lock, with all that spend the same. Refuses an unknown one with NOT_FOUND. */
export async function holdPrepared(tx: Ctx, id: string): Promise<PreparedRow> {
  const found = isId(id) ? await lockPrepared(tx.db, id) : undefined;
  if (!found) throw unknownPrepared();
  return found;
}

/** All that spend the same as one, under their locks. */
export const holdFamily = (tx: Ctx, familyId: string): Promise<PreparedRow[]> => lockFamily(tx.db, familyId);

/** Refuses with INVALID_STATE one that no block would take any more. */
export async function refuseExpired(tx: Ctx, { expiresAt }: Pick<PreparedRow, "expiresAt">): Promise<void> {
  if (expiresAt !== undefined && expiresAt <= (await tx.now()))
    throw new Refusal("INVALID_STATE", `This transaction expired at ${expiresAt.toISOString()}: prepare it anew.`);
}

/** Refuses with INVALID_STATE one of before the database was restored, until its network tells what has left since. */
export async function refuseBefore({ db }: Ctx, { id, network }: Pick<PreparedRow, "id" | "network">): Promise<void> {
  if (await preparedBefore(db, id)) throw heldSinceRestore(network);
}

/** One as it stands now, in the transaction that changed it. */
export async function preparedNow(tx: Ctx, id: string): Promise<PreparedRecord> {
  const row = await findPrepared(tx.db, id);
  must(row, "a prepared transaction is never deleted");
  return preparedRecord(tx.app, row, await feesNow(tx));
}

const unknownPrepared = (): Refusal =>
  new Refusal("NOT_FOUND", "There is no prepared transaction with this preparedId.");

/** What it pays of a kind, by their ids. */
export const objectsOf = ({ outputs }: Pick<PreparedRow, "outputs">, kind: "PAYOUT" | "MOVE"): string[] =>
  outputs.flatMap((output) => (output.kind === kind && output.objectId !== undefined ? [output.objectId] : []));

/** A step in the house's record. */
export async function auditPrepared(
  tx: Ctx,
  { id, network, txHash }: Pick<PreparedRow, "id" | "network" | "txHash">,
  action: string,
  more: Record<string, unknown> = {},
): Promise<void> {
  await recordAudit(tx, {
    action,
    accountId: (await houseOf(tx.app)).id,
    objectKind: "prepared-transaction",
    objectId: id,
    detail: { network, ...(txHash !== undefined && { txHash }), ...more },
  });
}

import { cryptoOf, networkTypeOf } from "#lib/kernel/assets.ts";
import type { App } from "#lib/kernel/app.ts";
import type { Completion, Ctx } from "#lib/kernel/context.ts";
import { type Db, unitsFrom } from "#lib/kernel/database.ts";
import { slot } from "#lib/kernel/slots.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import type { WalletKind } from "#lib/wallets/kinds.ts";
import type { BillTerms } from "./bill.ts";
import type { PromiseLimits } from "./promise-limits.ts";
import * as sql from "./bills.sql.ts";

export type NewBill = BillTerms & {
  id: string;
  eventId: string;
  accountId: string;
  subaccount: string;
  reference: string | undefined;
  walletKind: WalletKind;
  /** The active wallet of this kind that serves the account; absent: there is none. */
  walletId: string | undefined;
  cashAddress: boolean;
  confirmationsRequired: number;
  priceInputs: Record<string, unknown>;
  createdBy: string;
  requestId: string;
  clientAddress: string | undefined;
  createdAt: Date;
  limits: PromiseLimits;
  /** What completes the request's idempotency claim; its answer has {@link ADDRESS_MARK} where the address belongs. */
  completion: Completion | undefined;
};

/** Stands for the address in an answer that is kept in the statement that takes the address. */
export const ADDRESS_MARK = "{address}";

/** How much more may be promised, where the bill promises more than that. */
export type NoRoom = { ofAccount?: bigint; ofHouse?: bigint };
/** `isTaken`: another request has taken the claim over; `isStopped`: the pair has no new promises. Nothing was written then. */
type Placed = { address: string; index: number } | { noRoom: NoRoom } | { isTaken: true } | { isStopped: true };
/**
 * `BEYOND`: the pool has no address from the place on that was looked at. `TOGETHER`: with those before it in its statement
 * the promise does not fit. Undefined: there is no address.
 */
type Inserted = Placed | "BEYOND" | "TOGETHER" | undefined;
/** `AHEAD` looks at its own place in the pool, the others from its start; `ALONE` shares its statement with nobody. */
type Way = "AHEAD" | "START" | "ALONE";

/**
 * Takes a fresh address from the pool and writes bill, event and audit, and the answer under its idempotency key, in one
 * statement, when the promise fits its limits (rulebook 4.15). Bills that are made at the same time under the same limits
 * share the statement. Undefined when the pool is empty: nothing is written then, nor when there is no room.
 */
export async function insertBill({ app, db }: Ctx, bill: NewBill): Promise<Placed | undefined> {
  const { accountId, asset, fiat, walletId, limits } = bill;
  if (walletId === undefined) return undefined;
  const kind: Kind = { accountId, crypto: cryptoOf(asset), fiat, walletId, limits };
  const ask = async (way: Way): Promise<Inserted> => {
    const insert = (bills: readonly NewBill[]) => insertAll(app, db, kind, bills, way);
    if (db !== app.database.prisma) return (await insert([bill]))[0];
    const fits = (batch: readonly NewBill[], next: NewBill) => way !== "ALONE" && areSmall([...batch, next], limits);
    return app.database.gather(nameOf(kind, way), bill, insert, fits);
  };
  let inserted = await ask("AHEAD");
  if (inserted === "BEYOND") inserted = await ask("START");
  // Together they did not fit; what is refused is refused by itself.
  if (inserted === "TOGETHER") inserted = await ask("ALONE");
  return typeof inserted === "object" ? inserted : undefined;
}

/** What bills have in common that one statement makes. */
type Kind = { accountId: string; crypto: string; fiat: string; walletId: string; limits: PromiseLimits };

const nameOf = ({ accountId, crypto, fiat, walletId, limits }: Kind, way: Way): string =>
  ["bills", way, accountId, crypto, fiat, walletId, ...Object.entries(limits)].join(" ");

/** As `promise_room` has it: promises below this part of every limit are made beside others, larger ones one after the other. */
const SMALL_PART = 64n;

/** By what they come to at most: whether a bill promises its price, the statement decides. */
function areSmall(bills: readonly NewBill[], limits: PromiseLimits): boolean {
  const fiat = bills.reduce((sum, { fiatUnits }) => sum + fiatUnits, 0n) * SMALL_PART;
  const units = bills.reduce((sum, { quantityUnits }) => sum + quantityUnits, 0n) * SMALL_PART;
  const within = (sum: bigint, limit: bigint | undefined) => limit === undefined || sum <= limit;
  const { fiatLimit, fiatPairLimit, cryptoLimit, cryptoPairLimit } = limits;
  return (
    within(fiat, fiatLimit) &&
    within(fiat, fiatPairLimit) &&
    within(units, cryptoLimit) &&
    within(units, cryptoPairLimit)
  );
}

type Row = RowOf<typeof sql.insertBills>;

/** One statement, and so one transaction. */
async function insertAll(app: App, db: Db, kind: Kind, bills: readonly NewBill[], way: Way): Promise<Inserted[]> {
  const places = placesOf(app);
  const place = way === "AHEAD" ? (places.get(kind.walletId) ?? 0) : 0;
  if (way === "AHEAD") places.set(kind.walletId, place + bills.length);
  const inserted = await insertFrom(db, kind, bills, place);
  const next = Math.max(...inserted.map(indexOf)) + 1;
  if (next > 0) places.set(kind.walletId, way === "AHEAD" ? Math.max(next, places.get(kind.walletId) ?? 0) : next);
  return inserted;
}

const indexOf = (result: Inserted): number => (typeof result === "object" && "index" in result ? result.index : -1);

async function insertFrom(db: Db, kind: Kind, bills: readonly NewBill[], fromIndex: number): Promise<Inserted[]> {
  const rows = await sql.insertBills(db, {
    ...kind,
    ...kind.limits,
    fromIndex,
    addressMark: ADDRESS_MARK,
    bills: JSON.stringify(bills.map(rowOf)),
  });
  return rows.map((row) => {
    const noRoom = noRoomIn(row);
    if (noRoom && !row.stopped) return bills.length > 1 ? "TOGETHER" : { noRoom };
    return placedBy(row, fromIndex);
  });
}

function placedBy({ stopped, address, index, made }: Row, fromIndex: number): Inserted {
  if (stopped) return { isStopped: true };
  if (address === null) return fromIndex === 0 ? undefined : "BEYOND";
  return made ? { address, index: Number(index) } : { isTaken: true };
}

function rowOf(bill: NewBill, at: number): Record<string, unknown> {
  const { completion } = bill;
  return {
    nth: at + 1,
    id: bill.id,
    event_id: bill.eventId,
    cash_address: bill.cashAddress,
    subaccount: bill.subaccount,
    reference: bill.reference,
    asset: bill.asset,
    network_type: networkTypeOf(bill.asset),
    fiat_units: bill.fiatUnits.toString(),
    price: bill.price.toString(),
    quantity_units: bill.quantityUnits.toString(),
    strategy: bill.strategy,
    fee_model: bill.feeModel,
    limit_price: bill.limitPrice?.toString(),
    spread_bps: bill.spreadBps,
    explicit_fee_bps: bill.explicitFeeBps,
    transaction_fee_bps: bill.transactionFeeBps,
    tolerance_bps: bill.toleranceBps,
    overpayment: bill.overpayment,
    guarantee_ms: bill.guaranteeMs,
    max_depth_bps: bill.maxDepthBps,
    hold_grace_ms: bill.holdGraceMs,
    confirmation_tiers: bill.confirmationTiers,
    deposit_limit: bill.depositLimit?.toString(),
    known_height: bill.knownHeight,
    confirmations_required: bill.confirmationsRequired,
    price_inputs: bill.priceInputs,
    created_by: bill.createdBy,
    request_id: bill.requestId,
    client_address: bill.clientAddress,
    created_at: bill.createdAt,
    expires_at: bill.expiresAt,
    claim_method: completion?.method,
    claim_path: completion?.path,
    claim_key: completion?.key,
    claim_owner: completion?.owner,
    answer_body: completion?.body,
    answer_headers: completion?.headers,
    answer_status: completion?.status,
  };
}

/** The rooms that the promise, with those before it in its statement, does not fit; undefined when it fits. */
function noRoomIn(row: Row): NoRoom | undefined {
  const ofAccount = row.of_account === null ? undefined : unitsFrom(row.of_account);
  const ofHouse = row.of_house === null ? undefined : unitsFrom(row.of_house);
  const noRoom = {
    ...(ofAccount !== undefined && ofAccount < unitsFrom(row.fiat_so_far) && { ofAccount }),
    ...(ofHouse !== undefined && ofHouse < unitsFrom(row.units_so_far) && { ofHouse }),
  };
  return Object.keys(noRoom).length > 0 ? noRoom : undefined;
}

const ADDRESS_PLACES = slot<Map<string, number>>("address places");

/**
 * Where in each wallet's pool this process looks next. Creates of one moment look at different places, so that none waits
 * for another's address nor walks past all that are taken; what is left behind is found when the end is reached.
 */
const placesOf = (app: App): Map<string, number> => app.slots.of(ADDRESS_PLACES, () => new Map<string, number>());

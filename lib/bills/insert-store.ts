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
 * `BEYOND`: the pool has no address from the place on that was looked at. `APART`: its account cannot go on at once, or is
 * near a limit. `TOGETHER`: with those before it in its statement the promise does not fit. Undefined: there is no address.
 */
type Inserted = Placed | "BEYOND" | "APART" | "TOGETHER" | undefined;
/**
 * With whom a bill shares its statement. `ALL` accounts: it waits for nothing that is one account's. `OWN`: those of its
 * account, which wait for their turn. `NOBODY`.
 */
type Sharers = "ALL" | "OWN" | "NOBODY";
/** `AHEAD` looks at its own place in the pool, the others from its start. */
type Way = Readonly<{ sharers: Sharers; from: "AHEAD" | "START" }>;

/**
 * Takes a fresh address from the pool and writes bill, event and audit, and the answer under its idempotency key, in one
 * statement, when the promise fits its limits (rulebook 4.15). Bills that are made at the same time share the statement,
 * of whichever accounts. Undefined when the pool is empty: nothing is written then, nor when there is no room.
 */
export async function insertBill({ app, db }: Ctx, bill: NewBill): Promise<Placed | undefined> {
  const { asset, fiat, walletId } = bill;
  if (walletId === undefined) return undefined;
  const kind: Kind = { crypto: cryptoOf(asset), fiat, walletId };
  const isOutside = db === app.database.prisma;
  const ask = async (way: Way): Promise<Inserted> => {
    const insert = (bills: readonly NewBill[]) => insertAll(app, db, kind, bills, way);
    if (!isOutside) return (await insert([bill]))[0];
    const fits = (batch: readonly NewBill[], next: NewBill) => way.sharers !== "NOBODY" && areSmall(batch, next);
    return app.database.gather(laneOf(kind, bill.accountId, way), bill, insert, fits);
  };
  // Never changed in place: what a lane runs is the first caller's.
  let way: Way = { sharers: isOutside && areSmall([], bill) ? "ALL" : "OWN", from: "AHEAD" };
  for (;;) {
    const inserted = await ask(way);
    if (inserted === "BEYOND") way = { ...way, from: "START" };
    else if (inserted === "APART") way = { ...way, sharers: "OWN" };
    // What is refused is refused by itself.
    else if (inserted === "TOGETHER") way = { ...way, sharers: "NOBODY" };
    else return inserted;
  }
}

/** What bills have in common that one statement makes. */
type Kind = { crypto: string; fiat: string; walletId: string };

const laneOf = ({ crypto, fiat, walletId }: Kind, accountId: string, { sharers, from }: Way): string =>
  ["bills", sharers, from, crypto, fiat, walletId, sharers === "ALL" ? "" : accountId].join(" ");

/** As `promise_room` has it: promises below this part of every limit are made beside others, larger ones one after the other. */
const SMALL_PART = 64n;

/** By what they come to at most: whether a bill promises its price, the statement decides. */
function areSmall(batch: readonly NewBill[], next: NewBill): boolean {
  const { fiatLimit, fiatPairLimit, cryptoLimit, cryptoPairLimit } = next.limits;
  let [fiat, units] = [next.fiatUnits, next.quantityUnits];
  for (const { accountId, fiatUnits, quantityUnits } of batch) {
    if (accountId === next.accountId) fiat += fiatUnits;
    units += quantityUnits;
  }
  const within = (sum: bigint, limit: bigint | undefined) => limit === undefined || sum * SMALL_PART <= limit;
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
  const { sharers, from } = way;
  const places = placesOf(app);
  const place = from === "AHEAD" ? (places.get(kind.walletId) ?? 0) : 0;
  if (from === "AHEAD") places.set(kind.walletId, place + bills.length);
  const inserted = await insertFrom(db, kind, bills, { place, waits: sharers !== "ALL" });
  const next = Math.max(...inserted.map(indexOf)) + 1;
  if (next > 0) places.set(kind.walletId, from === "AHEAD" ? Math.max(next, places.get(kind.walletId) ?? 0) : next);
  return inserted;
}

const indexOf = (result: Inserted): number => (typeof result === "object" && "index" in result ? result.index : -1);

async function insertFrom(
  db: Db,
  kind: Kind,
  bills: readonly NewBill[],
  { place, waits }: { place: number; waits: boolean },
): Promise<Inserted[]> {
  const rows = await sql.insertBills(db, {
    ...kind,
    waits,
    fromIndex: place,
    addressMark: ADDRESS_MARK,
    bills: JSON.stringify(bills.map(rowOf)),
  });
  return rows.map((row) => {
    if (row.apart) return "APART";
    const noRoom = noRoomIn(row);
    if (noRoom && !row.stopped) return bills.length > 1 ? "TOGETHER" : { noRoom };
    return placedBy(row, place);
  });
}

function placedBy({ stopped, address, index, made }: Row, fromIndex: number): Inserted {
  if (stopped) return { isStopped: true };
  if (address === null) return fromIndex === 0 ? undefined : "BEYOND";
  return made ? { address, index: Number(index) } : { isTaken: true };
}

function rowOf(bill: NewBill, at: number): Record<string, unknown> {
  const { completion, limits } = bill;
  return {
    nth: at + 1,
    id: bill.id,
    event_id: bill.eventId,
    account_id: bill.accountId,
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
    fiat_limit: limits.fiatLimit?.toString(),
    fiat_pair_limit: limits.fiatPairLimit?.toString(),
    crypto_limit: limits.cryptoLimit?.toString(),
    crypto_pair_limit: limits.cryptoPairLimit?.toString(),
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

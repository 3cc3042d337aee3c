import type { RowOf } from "#lib/kernel/statement.ts";
import { valuesOf } from "#lib/contract/filters.ts";
import { type Db, wordFrom } from "#lib/kernel/database.ts";
import type { DeliveryFilter } from "./delivery-filters.ts";
import { TEST_TYPE } from "./event-filters.ts";
import * as sql from "./delivery.sql.ts";

/** A delivery taken for sending, with all that its message needs. */
export type TakenDelivery = RowOf<typeof sql.takeDue>;

/**
 * Leased for one endpoint at a time, over all workers, unless a worker names another share for it; those that take in
 * the same moment may go beyond it once. One that fails gets a single try at a time.
 */
const PER_ENDPOINT = 32;
const PER_FAILING_ENDPOINT = 1;

export type TakeOptions = {
  lease: string;
  leaseMs: number;
  /** Of all endpoints together. */
  most: number;
  /** Endpoints that may hold more or less than others. */
  shares?: readonly { endpointId: string; most: number }[];
};

/**
 * Takes due deliveries under a lease, for each endpoint the earliest first and only as many as it may have in flight, so
 * that none can fill the worker. A lease that ended without an outcome belonged to a worker that died: that try is kept
 * as one, and the delivery is due again. Does not wait for the disk: a lease that a power cut loses is taken again.
 */
export async function takeDue(db: Db, { lease, leaseMs, most, shares = [] }: TakeOptions): Promise<TakenDelivery[]> {
  return sql.takeDue(db, {
    lease,
    leaseMs,
    most,
    endpointIds: shares.map(({ endpointId }) => endpointId),
    shares: shares.map((share) => share.most),
    perEndpoint: PER_ENDPOINT,
    perFailing: PER_FAILING_ENDPOINT,
  });
}

/** Gives up leases of deliveries that were not sent: they are due again at once, and no try is counted. */
export async function giveBack(db: Db, taken: readonly TakenDelivery[]): Promise<void> {
  await sql.giveBack(db, { ids: taken.map(({ id }) => id), leases: taken.map(({ lease }) => lease) });
}

/**
 * What came of one try. `waitMs` null: there is no other try after this one. `brokenError`, `brokenMs`: its first call,
 * where that broke on a kept connection.
 */
export type DeliveryOutcome = {
  delivery: string;
  endpoint: string;
  lease: string;
  delivered: boolean;
  gone: boolean;
  statusCode: number | null;
  error: string | null;
  durationMs: number;
  response: string;
  brokenError: string | null;
  brokenMs: number | null;
  waitMs: number | null;
};

/** An endpoint that is to be disabled, and why. */
export type Judged = ReturnType<typeof judgedOf>;
const JUDGEMENTS = ["GONE", "FAILING"] as const;

const judgedOf = (row: RowOf<typeof sql.recordOutcomes>) => ({
  ...row,
  reason: wordFrom(JUDGEMENTS, row.reason ?? ""),
});

/**
 * Records tries that have ended, many in one statement: each is kept, its delivery goes on if the lease is still ours
 * (else it was taken over or sent again meanwhile), and its endpoint is marked as healthy or failing. Answers the
 * endpoints that are to be disabled: by a 410, or because they have failed for `failingMs` without one success.
 */
export async function recordOutcomes(
  db: Db,
  outcomes: readonly DeliveryOutcome[],
  failingMs: number,
): Promise<Judged[]> {
  return (await sql.recordOutcomes(db, { outcomes: JSON.stringify(outcomes), failingMs })).map(judgedOf);
}

/** False when it is disabled already, or has answered well since it was judged as failing. */
export async function disableEndpoint(db: Db, endpointId: string, reason: Judged["reason"]): Promise<boolean> {
  const changed = await sql.disableEndpoint(db, { reason, endpointId });
  return changed === 1;
}

/** Of each account, the endpoints that were switched off by their own answers. */
export const disabledByAccount = (db: Db) => sql.countDisabled(db);

/** Whether a delivery is being sent now, or due now at an endpoint that takes it. Later tries do not count. */
export async function isAnyDue(db: Db): Promise<boolean> {
  const [row] = await sql.isAnyDue(db);
  return row?.due ?? false;
}

export type DeliveryRow = RowOf<typeof sql.deliveriesOf>;

export type DeliveryQuery = {
  endpointId: string;
  filter: DeliveryFilter;
  before: string | undefined;
  limit: number;
};

export function deliveriesOf(db: Db, { endpointId, filter, before, limit }: DeliveryQuery): Promise<DeliveryRow[]> {
  const { status, type, objectId, deliveryId, ...none } = filter;
  // A filter that is described and not yet in the statement does not compile.
  none satisfies Readonly<Record<string, never>>;
  return sql.deliveriesOf(db, {
    endpointId,
    states: status === undefined ? undefined : [...valuesOf(status)],
    type,
    objectId,
    deliveryId,
    before: before === undefined ? null : BigInt(before),
    limit,
  });
}

export type AttemptRow = RowOf<typeof sql.attemptsOf>;

/** Tries of these deliveries, newest first, at most so many of each. */
export function attemptsOf(db: Db, deliveryIds: readonly string[], each: number): Promise<AttemptRow[]> {
  return sql.attemptsOf(db, { deliveryIds, each });
}

/** The endpoint of a delivery of the account; undefined when there is none that stands. */
export async function endpointOfDelivery(db: Db, accountId: string, deliveryId: string): Promise<string | undefined> {
  const delivery = await db.webhookDelivery.findFirst({
    select: { endpointId: true },
    where: { id: deliveryId, endpoint: { accountId, deletedAt: null } },
  });
  return delivery?.endpointId;
}

/** Makes deliveries due now, from the first try on; what is in flight counts as another's. Answers how many. */
export function rearm(db: Db, endpointId: string, deliveryIds: readonly string[]): Promise<number> {
  return sql.rearm(db, { endpointId, deliveryIds });
}

/** A range of events, of which all are meant or those that have not arrived. */
type Range = { since: Date; until: Date | undefined };

/** What a range holds of an endpoint's types; undefined when the account has no such endpoint. */
export async function resendable(db: Db, accountId: string, endpointId: string, range: Range) {
  const [row] = await sql.resendable(db, { accountId, endpointId, ...range, testType: TEST_TYPE });
  return row;
}

/** The same for the events of the endpoint's types in a range since it was made, also those that never had a delivery. */
export function rearmSince(db: Db, endpointId: string, range: Range & { all: boolean }): Promise<number> {
  return sql.rearmSince(db, { endpointId, ...range, testType: TEST_TYPE });
}

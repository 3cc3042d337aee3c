import { actorMay, permissionsIn } from "#lib/contract/may.ts";
import type { OutputOf } from "#lib/contract/endpoint.ts";
import type { AccountPermission, HousePermission } from "#lib/contract/permissions.ts";
import { findCases } from "#lib/cases/find-cases.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { houseOf, needAccount } from "#lib/kernel/tenants.ts";
import { type Readings, readTyped } from "./readings.ts";
import type { Found, Search, searchEndpoint } from "./contract.ts";
import { FOUND_KINDS, type FoundKind } from "./found-kinds.ts";
import { foundOf, LOOKS, type SearchScope } from "./store.ts";

/** What reads each kind of an account's records. */
const NEEDS: Readonly<Partial<Record<FoundKind, AccountPermission>>> = {
  payment: "payments:read",
  deposit: "payments:read",
  subaccount: "payments:read",
  refundLink: "payments:read",
  conversion: "conversions:read",
  payout: "account:read",
  settlement: "account:read",
  beneficiary: "account:read",
  case: "cases:read",
  approval: "audit:read",
  request: "events:read",
  delivery: "events:read",
  event: "events:read",
  endpoint: "events:read",
  key: "keys:read",
  person: "people:read",
};
const HOUSE_NEEDS: Readonly<Partial<Record<FoundKind, HousePermission>>> = {
  payout: "house:read",
  settlement: "house:read",
  beneficiary: "house:read",
  move: "house:read",
  case: "house:cases",
  approval: "house:audit",
  key: "house:audit",
  person: "house:people",
};

/**
 * Finds what the text names of what the actor may read, at most five of each kind: the account's records, or for the
 * house its own and all accounts' payouts, settlements and beneficiaries. Refuses an account that there is none of with
 * NOT_FOUND.
 */
export async function search(ctx: Ctx, { q, account }: Search): Promise<OutputOf<typeof searchEndpoint>> {
  const { app, actor } = ctx;
  const { id: accountId } = accountOf(ctx);
  if (account !== undefined) return { data: await paymentsOf(ctx, q, account) };
  const ofHouse = accountId === (await houseOf(app)).id;
  const needs = ofHouse ? HOUSE_NEEDS : NEEDS;
  const kinds = FOUND_KINDS.filter((kind) => {
    const needed = needs[kind];
    return needed !== undefined && actorMay(app.mode, actor, needed);
  });
  return { data: await find(ctx, readTyped(q), { accountId, ofHouse }, kinds) };
}

/** Payments of an account by its name, for who assigns money to it. */
async function paymentsOf(ctx: Ctx, q: string, account: string): Promise<Found[]> {
  if (!actorMay(ctx.app.mode, ctx.actor, "house:moves")) return [];
  const { id: accountId } = await needAccount(ctx, account);
  return find(ctx, readTyped(q), { accountId, ofHouse: false }, ["payment"]);
}

async function find(ctx: Ctx, readings: Readings, whose: SearchScope, kinds: readonly FoundKind[]): Promise<Found[]> {
  const { app, db, actor } = ctx;
  const scopes = [...permissionsIn(app.mode, actor), "public"];
  const found = await Promise.all(
    kinds.map(async (kind) => (kind === "case" ? [] : foundOf(kind, await LOOKS[kind](db, readings, whose, scopes)))),
  );
  const all = found.flat();
  const cases = kinds.includes("case") ? await casesOf(ctx, readings, whose, all) : [];
  const order = (one: Found) => FOUND_KINDS.indexOf(one.kind);
  return [...all, ...cases].sort((a, b) => order(a) - order(b));
}

/** The cases about what was found by a fact of its own; of the house's also those that are so called. */
async function casesOf(
  ctx: Ctx,
  readings: Readings,
  { ofHouse }: SearchScope,
  found: readonly Found[],
): Promise<Found[]> {
  const idsOf = (...kinds: FoundKind[]) =>
    found.flatMap(({ kind, by, id, within }) => (kinds.includes(kind) && by !== "amount" ? (within ?? id) : []));
  const like = readings.tail?.like ?? (readings.ids && `${readings.words.toLowerCase()}%`);
  const rows = await findCases(ctx, {
    billIds: idsOf("payment", "deposit"),
    conversionIds: idsOf("conversion"),
    endpointIds: idsOf("endpoint"),
    like: ofHouse && like !== undefined ? `%${like}` : undefined,
  });
  return rows.map(({ caseId, kind, since }) => ({
    kind: "case",
    by: "caseId",
    value: caseId,
    id: caseId,
    status: kind,
    at: since.getTime(),
  }));
}

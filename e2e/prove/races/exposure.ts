import type { World } from "#e2e/world/sandbox.ts";
import type { Chance } from "#e2e/world/seeded.ts";
import { openAccount } from "#lib/people/accounts.ts";
import { requestAddress } from "#lib/bills/request-address.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { atOnce, faultsOf, rowsOf, type Tried } from "./at-once.ts";

const CALLERS = 8;
const WINNERS = 2;
const LIFETIME_MS = 20 * 60_000;
const FIAT = Decimal.from("100");
const SATS = 8;

/** Eight create bills of 100 EUR where two fit under the account's limit, and eight more where two fit under the house's. */
export async function raceExposure(world: World, chance: Chance): Promise<string[]> {
  await world.later(LIFETIME_MS + 1);
  await world.settle();
  const own = await createAll(world, chance, { openExposureLimit: "250" });
  const [price] = await rowsOf<{ units: string }>(
    world,
    "select quantity_units::text as units from bill order by created_at desc limit 1",
  );
  const limit = (await exposedUnits(world)) + (BigInt(price?.units ?? "0") * 5n) / 2n;
  const app = await createAll(world, chance, { houseExposureLimit: Decimal.of(limit, SATS).toString() });
  const over = (await exposedUnits(world)) > limit ? ["the house stands beyond its limit"] : [];
  return [
    ...faultsOf("creates under the account's limit", own, WINNERS, ["EXPOSURE_LIMIT"]),
    ...faultsOf("creates under the house's limit", app, WINNERS, ["EXPOSURE_LIMIT"]),
    ...over,
  ];
}

/** By an account of their own that has this limit and no other. */
async function createAll(world: World, chance: Chance, limit: Record<string, string>): Promise<Tried[]> {
  const account = await openAccount(world.ctx, `limited ${world.ctx.id()}`);
  const caller = (name: string): Ctx =>
    contextFor(world.app, { actor: { kind: "key", keyId: name, scopes: [] }, account, requestId: name });
  await changeSettings(caller("settings"), limit);
  const input = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: FIAT, subaccount: "shop" } as const;
  const callers = Array.from({ length: CALLERS }, (_, at) => caller(`create-${at}`));
  return atOnce(
    chance,
    callers.map((each) => () => requestAddress(each, input)),
  );
}

/** What the house would hold of BTC if everybody paid, by a sum of our own. */
async function exposedUnits(world: World): Promise<bigint> {
  const [row] = await rowsOf<{ units: string }>(
    world,
    `select (greatest(0, coalesce((select sum(balance) from ledger_account where code = 'house:book' and asset = 'BTC'), 0))
       + coalesce((select sum(p.units) from bill b, promise_of(b, business_now()) p where b.asset = 'BTC'), 0))::numeric(40,0)::text as units`,
  );
  return BigInt(row?.units ?? "0");
}

import { bankBalances } from "#lib/bank/link-line.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { type Fiat, type LedgerAsset, shownAsset } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf, sumOf } from "#lib/kernel/money.ts";
import { TRANSIT } from "#lib/ledger/chart.ts";
import { mustHavePassed } from "#lib/kernel/periods.ts";
import { ratesOf } from "#lib/ledger/get-balances.ts";
import { codeOfPlace, placeOfCode } from "#lib/ledger/move-journal.ts";
import { type CustodyProof, differenceOf, lastProofs } from "#lib/outgoing/prove-custody.ts";
import type { Rates } from "#lib/pricing/worth.ts";
import type { listPlacesEndpoint, PlaceRecord } from "./contract.ts";
import { lyingIn } from "./owned.ts";
import { type BookedPlace, bookedPlaces, heldEverywhere, venueFractions } from "./store.ts";
import { shareOf, worthsOfUnits } from "./worth.ts";

const KINDS: Readonly<Record<string, PlaceRecord["kind"]>> = { custody: "CUSTODY", venue: "VENUE", bank: "BANK" };

/** What kind of place a ledger account is. */
export const kindOfCode = (code: string): PlaceRecord["kind"] =>
  code === TRANSIT ? "TRANSIT" : (KINDS[placeOfCode(code).split(":")[0] ?? ""] ?? "TRANSIT");

type Query = InputOf<typeof listPlacesEndpoint>;

/**
 * Where the house's means lie by the books (rulebook 13.28): now, beside what each place itself says, or just before an
 * instant; valued in one fiat where that is asked for. Refuses an instant that has not come.
 */
export async function listPlaces(ctx: Ctx, { at, in: fiat }: Query = {}): Promise<OutputOf<typeof listPlacesEndpoint>> {
  const data = at === undefined ? await placesNow(ctx) : await placesAt(ctx, at);
  if (fiat === undefined) return { data: data.map(recordOf) };
  return { in: fiat, ...valued(data, await ratesOf(ctx, fiat, at), fiat) };
}

/** Each with what it is worth, and what all of them are. Pure. */
export function valued(lying: readonly Lying[], rates: Rates, fiat: Fiat) {
  const { worths, ...sums } = worthsOfUnits(
    lying.map(({ place: name, asset, units }) => ({ name, asset, units })),
    rates,
    fiat,
  );
  const data = lying.map((one, nth) => ({
    ...recordOf(one),
    ...worths[nth],
    share: shareOf(worths[nth]?.value, sums.total),
  }));
  return { data, ...sums };
}

const recordOf = ({ place, asset, units, ...rest }: Lying) => ({
  place: placeOfCode(place),
  kind: kindOfCode(place),
  ...shownAsset(asset),
  balance: amountOf(asset, units),
  ...rest,
});

type PlaceRow = { place: string } & Partial<Pick<PlaceRecord, "says" | "saidAt" | "difference">>;
type Lying = PlaceRow & { asset: LedgerAsset; units: bigint };

/** What had been anywhere by then. */
async function placesAt(ctx: Ctx, at: Date): Promise<Lying[]> {
  await mustHavePassed(ctx, "at", at);
  const held = await heldEverywhere(ctx.db, at);
  return lyingIn(held, at).map(({ code, asset, units }) => ({ place: code, asset, units }));
}

/**
 * Beside what each place itself says: a venue by its balances now, a bank by its last statement, custody by the last proof
 * of the nodes. A venue that gives no answer is shown without.
 */
async function placesNow(ctx: Ctx): Promise<Lying[]> {
  const booked = await bookedPlaces(ctx.db);
  const reported = new Map([...(await reportedByVenues(ctx)), ...(await reportedByBanks(ctx))]);
  const proofs = await lastProofs(ctx);
  const fractions = await venueFractions(ctx.db, booked);
  return booked.map((one) => ({
    place: one.code,
    asset: one.asset,
    units: one.units,
    ...(proven(proofs, one) ?? compared(reported, booked, fractions, one)),
  }));
}

type Reported = { at: number; balances: ReadonlyMap<string, Decimal> };

async function reportedByBanks(ctx: Ctx): Promise<Map<string, Reported>> {
  const reported = new Map<string, Reported>();
  for (const { place, asset, units, at } of await bankBalances(ctx)) {
    const known = reported.get(codeOfPlace(place));
    const balances = new Map([...(known?.balances ?? []), [asset, amountOf(asset, units)] as const]);
    reported.set(codeOfPlace(place), { at: Math.min(at.getTime(), known?.at ?? at.getTime()), balances });
  }
  return reported;
}

async function reportedByVenues(ctx: Ctx): Promise<ReadonlyMap<string, Reported>> {
  const reported = new Map<string, Reported>();
  await Promise.all(
    ctx.app.venues.map(async (venue) => {
      try {
        const balances = await venue.balances();
        const at = (await ctx.now()).getTime();
        reported.set(`venue:${venue.name}`, {
          at,
          balances: new Map(balances.map((one) => [one.symbol, one.quantity])),
        });
      } catch (error) {
        ctx.app.log.warn("venue failed", { venue: venue.name, error });
      }
    }),
  );
  return reported;
}

/** Custody as the nodes proved it last, apart from what was in blocks and not in the books; beside the books of then. */
function proven(
  proofs: readonly CustodyProof[],
  { code, asset }: BookedPlace,
): Pick<PlaceRecord, "says" | "saidAt" | "difference"> | undefined {
  const proof = proofs.find((one) => one.asset === asset && code === `custody:${one.network}`);
  if (!proof) return undefined;
  return {
    says: amountOf(proof.asset, proof.node - proof.waiting),
    saidAt: proof.at.getTime(),
    difference: amountOf(proof.asset, differenceOf(proof)),
  };
}

/**
 * A venue knows a crypto, not its network: what it says is compared with the sum over networks, and stands at each. What
 * it has below the smallest unit is kept beside the books, and no difference.
 */
function compared(
  reported: ReadonlyMap<string, Reported>,
  booked: readonly BookedPlace[],
  fractions: ReadonlyMap<string, Decimal>,
  { code, asset }: BookedPlace,
): Pick<PlaceRecord, "says" | "saidAt" | "difference"> {
  const symbol = shownAsset(asset).asset;
  const place = reported.get(code);
  const says = place?.balances.get(symbol);
  if (!place || !says) return {};
  const same = booked.filter((one) => one.code === code && shownAsset(one.asset).asset === symbol);
  const books = amountOf(asset, sumOf(same.map(({ units }) => units)));
  const fraction = fractions.get(`${code} ${symbol}`);
  return { says, saidAt: place.at, difference: says.minus(fraction ? books.plus(fraction) : books) };
}

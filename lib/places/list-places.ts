import { bankBalances } from "#lib/bank/link-line.ts";
import type { OutputOf } from "#lib/contract/endpoint.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf, sumOf } from "#lib/kernel/money.ts";
import { TRANSIT } from "#lib/ledger/chart.ts";
import { codeOfPlace, placeOfCode } from "#lib/ledger/move-journal.ts";
import { type CustodyProof, differenceOf, lastProofs } from "#lib/outgoing/prove-custody.ts";
import { shownAsset } from "#lib/moves/requested-asset.ts";
import type { listPlacesEndpoint, PlaceRecord } from "./contract.ts";
import { type BookedPlace, bookedPlaces, venueFractions } from "./store.ts";

const KINDS: Readonly<Record<string, PlaceRecord["kind"]>> = { custody: "CUSTODY", venue: "VENUE", bank: "BANK" };

/**
 * Where the house's means lie by the books, beside what each place itself says: a venue by its balances now, a bank by
 * its last statement, custody by the last proof of the nodes. A venue that gives no answer is shown without.
 */
export async function listPlaces(ctx: Ctx): Promise<OutputOf<typeof listPlacesEndpoint>> {
  const booked = await bookedPlaces(ctx.db);
  const reported = new Map([...(await reportedByVenues(ctx)), ...(await reportedByBanks(ctx))]);
  const proofs = await lastProofs(ctx);
  const fractions = await venueFractions(ctx.db, booked);
  return {
    data: booked.map(({ code, asset, units }) => {
      const place = placeOfCode(code);
      return {
        place,
        kind: code === TRANSIT ? "TRANSIT" : (KINDS[place.split(":")[0] ?? ""] ?? "TRANSIT"),
        ...shownAsset(asset),
        balance: amountOf(asset, units),
        ...(proven(proofs, { code, asset, units }) ?? compared(reported, booked, fractions, { code, asset, units })),
      };
    }),
  };
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

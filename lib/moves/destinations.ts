import { recordAudit } from "#lib/audit/record-audit.ts";
import { readAddress } from "#lib/beneficiaries/address.ts";
import { readIban } from "#lib/beneficiaries/iban.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { type Asset, isFiat, isGas, type LedgerAsset, networkOf, shownAsset } from "#lib/kernel/assets.ts";
import { actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid, must, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { sandboxMark } from "#lib/kernel/sandbox-mark.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { queueToMembers } from "#lib/mail/queue-mail.ts";
import { ownScripts } from "#lib/wallets/change.ts";
import { requestedAsset } from "#lib/kernel/requested-asset.ts";
import type { addDestinationEndpoint, endDestinationEndpoint, listDestinationsEndpoint } from "./contract.ts";
import { letterOf } from "./letter.ts";
import { isPlace, OWNER, placeHolds } from "./move.ts";
import {
  bankDestination,
  type DestinationRow,
  endDestinationRow,
  findDestination,
  insertDestination,
  listDestinationRows,
  standingDestination,
} from "./store.ts";

type DestinationRecord = OutputOf<typeof addDestinationEndpoint>;
type DestinationInput = InputOf<typeof addDestinationEndpoint>;
export type WantedDestination = { place: string; asset: LedgerAsset; address: string; label: string };

/** Where the house's means may go, those that stand first. */
export async function listDestinations(ctx: Ctx): Promise<OutputOf<typeof listDestinationsEndpoint>> {
  return { data: (await listDestinationRows(ctx.db)).map((row) => recordOf(ctx, row)) };
}

/**
 * What a caller wants on the list: refuses a place there is none of, an asset it does not hold, and a text that is no
 * address of its network or no IBAN.
 */
export function wantedDestination(ctx: Ctx, input: DestinationInput): WantedDestination {
  const { place, label } = input;
  const asset = requestedAsset(input);
  if (place !== OWNER && !isPlace(place))
    throw invalid("place", "place must be custody:{network}, venue:{name}, bank:{name} or owner.");
  needVenue(ctx, place, "place");
  if (isGas(asset) && place !== OWNER)
    throw invalid("asset", "ETH and TRX are on the list for the owner alone: a move of GAS names an address of ours.");
  if (!placeHolds(place, asset)) throw invalid("asset", `${place} does not hold this asset.`);
  if (isFiat(asset)) {
    const address = readIban(input.address);
    if (address === undefined) throw invalid("address", "address must be an IBAN whose check digits hold.");
    return { place, asset, address, label };
  }
  const read = readAddress(networkOf(asset), input.address);
  if (!read) throw invalid("address", `address must be an address of ${networkOf(asset)}.`);
  return { place, asset, address: read.address, label };
}

/**
 * Custody is at addresses of ours alone: refuses any other with VALIDATION_FAILED. Compares what is said to be a venue's address with those that the venue has given out, where it answers: refuses another
 * one with VALIDATION_FAILED. A venue that does not answer, or has given none out, is believed by two persons.
 */
export async function refuseForeign(ctx: Ctx, { place, asset, address }: WantedDestination): Promise<void> {
  const { app } = ctx;
  if (place.startsWith("custody:") && !isFiat(asset)) {
    const script = readAddress(networkOf(asset), address)?.script;
    if (script === undefined || !(await ownScripts(ctx, [script])).has(script))
      throw invalid("address", "address must be one of the operator's own wallets.");
  }
  const { account } = app.venues.find(({ name }) => place === `venue:${name}`) ?? {};
  if (!account || isFiat(asset) || isGas(asset)) return;
  const given = await account.depositAddresses(asset).catch((error: unknown) => {
    app.log.warn("venue tells no deposit address", { place, asset, error });
    return [];
  });
  const script = readAddress(networkOf(asset), address)?.script;
  if (given.length > 0 && !given.some((each) => readAddress(networkOf(asset), each)?.script === script))
    throw invalid("address", `address must be one that ${place} has given out for this asset.`);
}

/** Refuses a venue that the house does not sell at. */
export function needVenue({ app }: Ctx, place: string | undefined, field: string): void {
  if (place?.startsWith("venue:") && !app.venues.some(({ name }) => place === `venue:${name}`))
    throw invalid(field, `${field} names a venue that is not one of the operator's.`);
}

/** Puts a destination on the list, by two persons where they are asked for, and tells everybody of the house. Refuses one that stands there with INVALID_STATE. */
export async function addDestination(ctx: Ctx, wanted: WantedDestination): Promise<DestinationRecord> {
  return ctx.transaction(async (tx) => {
    const { place, asset, address } = wanted;
    if (await standingDestination(tx.db, { place, asset, address }))
      throw new Refusal("INVALID_STATE", "This destination is on the list already.");
    const id = tx.id();
    await insertDestination(tx.db, {
      id,
      ...wanted,
      createdBy: tx.approval?.askedBy ?? actorName(tx.actor),
      createdAt: await tx.now(),
      approvalId: tx.approval?.approvalId ?? null,
    });
    await recordAudit(tx, { action: "destination.add", objectKind: "destination", objectId: id, detail: wanted });
    await queueToMembers(tx, (await houseOf(tx.app)).id, letterOf(wanted));
    return answerWith(tx, recordOf(tx, await needDestination(tx, id)));
  });
}

/** Takes a destination off the list; one person does so alone. Refuses what is off it with INVALID_STATE. */
export async function endDestination(
  ctx: Ctx,
  { destinationId, note }: InputOf<typeof endDestinationEndpoint>,
): Promise<DestinationRecord> {
  return ctx.transaction(async (tx) => {
    const { place, address } = await needDestination(tx, destinationId);
    await endDestinationRow(tx.db, destinationId, actorName(tx.actor), await tx.now());
    await recordAudit(tx, {
      action: "destination.end",
      objectKind: "destination",
      objectId: destinationId,
      detail: { place, address, note },
    });
    return answerWith(tx, recordOf(tx, await needDestination(tx, destinationId)));
  });
}

/** A destination by its id. Refuses an unknown one with NOT_FOUND. */
export async function needDestination(ctx: Ctx, id: string): Promise<DestinationRow> {
  const found = isId(id) ? await findDestination(ctx.db, id) : undefined;
  if (!found) throw new Refusal("NOT_FOUND", "There is no destination with this destinationId.");
  return found;
}

/** The place of a bank account of ours, by its IBAN and currency; undefined when none of that stands on the list. */
export async function bankAccountOf(ctx: Ctx, iban: string, asset: Asset): Promise<string | undefined> {
  return (await bankDestination(ctx.db, plain(iban), asset))?.place;
}

/** Whether a bank's place has an account of ours in a currency on the list. */
export const hasBankAccount = async (ctx: Ctx, place: string, asset: Asset): Promise<boolean> =>
  place.startsWith("bank:") && (await standingDestination(ctx.db, { place, asset })) !== undefined;

const plain = (iban: string): string => iban.replaceAll(" ", "").toUpperCase();

/** What another agreed to, as it was asked for. */
export function destinationOf(request: Readonly<Record<string, string>>): DestinationInput {
  const { place, asset, networkType, address, label } = request;
  must(place && asset && address && label, "a destination that was asked for is whole");
  return { place, asset, networkType, address, label } as DestinationInput;
}

function recordOf({ app }: Pick<Ctx, "app">, row: DestinationRow): DestinationRecord {
  return {
    destinationId: row.id,
    place: row.place,
    ...shownAsset(row.asset),
    address: row.address,
    ...sandboxMark(app),
    label: row.label,
    createdBy: row.createdBy,
    createdAt: row.createdAt.getTime(),
    endedBy: row.endedBy ?? undefined,
    endedAt: row.endedAt?.getTime(),
  };
}

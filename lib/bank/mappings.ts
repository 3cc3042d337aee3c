import { recordAudit } from "#lib/audit/record-audit.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { type Fiat, isFiat } from "#lib/kernel/assets.ts";
import { actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid, must, Refusal } from "#lib/kernel/errors.ts";
import { amountOf, sumOf } from "#lib/kernel/money.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { hasBankAccount } from "#lib/moves/destinations.ts";
import type { listMappingsEndpoint, MappingRecord, previewMappingEndpoint, setMappingEndpoint } from "./contract.ts";
import { readCsv } from "./csv.ts";
import { type Mapping, mappingFrom, type PlainMapping, plainMapping, refuseMapping } from "./mapping.ts";
import { currentMapping, insertMapping, listMappingRows, type MappingRow } from "./mapping-store.ts";
import { holdAccount } from "./store.ts";
import type { LineSide } from "./statement.ts";

/** So many lines of a file a preview shows. */
const MOST_SHOWN = 20;

/** How the CSV statements of each bank account are read, and were. */
export async function listMappings(ctx: Ctx): Promise<OutputOf<typeof listMappingsEndpoint>> {
  return { data: (await listMappingRows(ctx.db)).map(recordOf) };
}

/** A mapping that shall rule for an account, as the next version of its mappings. */
export type WantedMapping = { place: string; asset: Fiat; version: number; mapping: PlainMapping };

/**
 * What a caller wants to rule. Refuses with VALIDATION_FAILED a place that has no account in this currency on the list of
 * destinations, and a mapping that contradicts itself.
 */
export async function wantedMapping(ctx: Ctx, input: InputOf<typeof setMappingEndpoint>): Promise<WantedMapping> {
  const { place, currency: asset, ...fields } = input;
  if (!(await hasBankAccount(ctx, place, asset)))
    throw invalid("place", `${place} has no account in ${asset} on the list of destinations.`);
  const mapping = wholeOf(fields);
  refuseMapping(mapping);
  const last = await currentMapping(ctx.db, place, asset);
  return { place, asset, version: (last?.version ?? 0) + 1, mapping: plainMapping(mapping) };
}

/** As another reads it and agrees to it, and as it is read back. */
export const requestOfMapping = ({
  place,
  asset,
  version,
  mapping,
}: WantedMapping): Readonly<Record<string, string>> => ({
  place,
  currency: asset,
  version: String(version),
  ...mapping,
});

/** The mapping that rules for a bank account in a currency, in the same form; undefined where there is none. */
export async function rulingMapping(
  ctx: Ctx,
  place: string,
  currency: string,
): Promise<Readonly<Record<string, string>> | undefined> {
  const ruling = isFiat(currency) ? await currentMapping(ctx.db, place, currency) : undefined;
  return ruling && requestOfMapping(ruling);
}

export function mappingOfRequest(request: Readonly<Record<string, string>>): WantedMapping {
  const { place = "", currency = "", version } = request;
  must(isFiat(currency), "a mapping that was asked for is of a currency");
  return { place, asset: currency, version: Number(version), mapping: plainMapping(mappingFrom(request)) };
}

/** Sets a mapping. Refuses with INVALID_STATE one that was asked for before another was set. */
export async function setMapping(ctx: Ctx, wanted: WantedMapping): Promise<MappingRecord> {
  return ctx.transaction(async (tx) => {
    const { place, asset, version, mapping } = wanted;
    await holdAccount(tx.db, place, asset);
    const last = await currentMapping(tx.db, place, asset);
    if (version !== (last?.version ?? 0) + 1)
      throw new Refusal("INVALID_STATE", "Another mapping was set for this account meanwhile: look at it again.");
    const made: MappingRow = {
      id: tx.id(),
      ...wanted,
      approvalId: tx.approval?.approvalId ?? null,
      madeBy: tx.approval?.askedBy ?? actorName(tx.actor),
      madeAt: await tx.now(),
    };
    await insertMapping(tx.db, made);
    await recordAudit(tx, {
      action: "bank-mapping.set",
      accountId: (await houseOf(tx.app)).id,
      objectKind: "bank-mapping",
      objectId: made.id,
      detail: { place, asset, version, mapping },
    });
    return recordOf(made);
  });
}

/** Reads a file by a mapping that is not set; refuses as taking it in would. */
export async function previewMapping(
  ctx: Ctx,
  { place, currency: asset, content, ...fields }: InputOf<typeof previewMappingEndpoint>,
): Promise<OutputOf<typeof previewMappingEndpoint>> {
  const mapping = wholeOf(fields);
  refuseMapping(mapping);
  const { lines, balances, reference } = readCsv(Buffer.from(content, "base64"), mapping, { place, asset });
  const total = (side: LineSide) =>
    amountOf(asset, sumOf(lines.filter((line) => line.side === side).map(({ units }) => units)));
  return answerWith(ctx, {
    place,
    currency: asset,
    reference,
    opening: balances && amountOf(asset, balances.opening),
    closing: balances && amountOf(asset, balances.closing),
    lines: lines.length,
    credits: total("CREDIT"),
    debits: total("DEBIT"),
    data: lines.slice(0, MOST_SHOWN).map(({ units, bookedAt, valuedAt, reversalOf: _, ...line }) => ({
      ...line,
      amount: amountOf(asset, units),
      bookedAt: bookedAt.getTime(),
      valuedAt: valuedAt?.getTime(),
    })),
  });
}

type Fields = Omit<InputOf<typeof setMappingEndpoint>, "place" | "currency">;
const wholeOf = (fields: Fields): Mapping => mappingFrom(plainMapping(fields as Mapping));

function recordOf({ id, asset, approvalId, madeAt, ...row }: MappingRow): MappingRecord {
  return {
    mappingId: id,
    ...row,
    currency: asset,
    mapping: { ...row.mapping },
    approvalId: approvalId ?? undefined,
    madeAt: madeAt.getTime(),
  };
}

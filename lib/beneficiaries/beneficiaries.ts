import { recordAudit } from "#lib/audit/record-audit.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { type Asset, shownAsset } from "#lib/kernel/assets.ts";
import { accountOf, actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid, must, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { needAccount } from "#lib/kernel/tenants.ts";
import { queueToMembers } from "#lib/mail/queue-mail.ts";
import type {
  BeneficiaryRecord,
  listBeneficiariesEndpoint,
  listHouseBeneficiariesEndpoint,
  makeBeneficiaryEndpoint,
  retireBeneficiaryEndpoint,
} from "./contract.ts";
import { type Place, placeFrom } from "./place.ts";
import {
  activateRow,
  activeAt,
  type BeneficiaryRow,
  endRow,
  hadActive,
  insertBeneficiary,
  isOurs,
  listBeneficiaryRows,
  lockBeneficiary,
  readBeneficiary,
} from "./store.ts";
import { momentIn, oneLine } from "#lib/mail/say.ts";
import { lettersText } from "#lib/i18n/letters.ts";

/** Asks a second person to agree, in the transaction that makes it; answers the request's id. */
export type AskForBeneficiary = (tx: Ctx, request: Readonly<Record<string, string>>) => Promise<string>;

/** Where the account's money may go, newest first; the ended ones stay on record. */
export async function listBeneficiaries(ctx: Ctx): Promise<OutputOf<typeof listBeneficiariesEndpoint>> {
  return { data: (await listBeneficiaryRows(ctx.db, accountOf(ctx).id)).map(recordOf) };
}

/** The same of the account that the house names. Refuses with NOT_FOUND an unknown one. */
export async function listHouseBeneficiaries(
  ctx: Ctx,
  { account }: InputOf<typeof listHouseBeneficiariesEndpoint>,
): Promise<OutputOf<typeof listHouseBeneficiariesEndpoint>> {
  return listBeneficiaries({ ...ctx, account: await needAccount(ctx, account) });
}

/**
 * Puts a place on the account's list; it waits for a second person where `askFor` is given. An address of our own wallets
 * that no bill holds is refused with VALIDATION_FAILED: what went there would be nobody's. Refuses with INVALID_STATE a
 * place that stands on the list already.
 */
export async function makeBeneficiary(
  ctx: Ctx,
  input: InputOf<typeof makeBeneficiaryEndpoint>,
  askFor?: AskForBeneficiary,
): Promise<BeneficiaryRecord> {
  const place = placeFrom(input);
  return ctx.transaction(async (tx) => {
    await refuseOurs(tx, place);
    const { id: accountId } = accountOf(tx);
    const id = tx.id();
    const { asset, networkType } = shownAsset(place.asset);
    const approvalId = await askFor?.(tx, {
      beneficiaryId: id,
      name: input.name,
      asset,
      ...(networkType && { networkType }),
      place: textOf(place),
      ...bicOf(place),
    });
    const made = { id, accountId, name: input.name, place, madeBy: actorName(tx.actor), approvalId };
    if (!(await insertBeneficiary(tx.db, made)))
      throw new Refusal("INVALID_STATE", "This place is on the account's list of beneficiaries already.");
    await audit(tx, "beneficiary.make", id, {
      ...{ name: input.name, asset: place.asset, place: textOf(place) },
      ...(place.kind === "bank" && { bic: place.bic ?? "" }),
    });
    if (askFor === undefined) await activate(tx, id, input.name);
    return answerWith(tx, recordOf(await need(tx, id)));
  });
}

/**
 * Whether the account has, or had, anywhere its money may go: then a payout names it, or how it was made elsewhere. One person
 * retires a beneficiary, which must not lift that.
 */
export const hadBeneficiary = (ctx: Ctx): Promise<boolean> => hadActive(ctx.db, accountOf(ctx).id);

/** The account's active beneficiary of an asset at one of these scripts. */
export const beneficiaryAt = (ctx: Ctx, asset: Asset, scripts: readonly string[]): Promise<string | undefined> =>
  activeAt(ctx.db, { accountId: accountOf(ctx).id, asset, scripts });

/** Lets money go to a beneficiary that a second person has agreed to. Refuses with INVALID_STATE one that does not wait any more. */
export async function agreeToBeneficiary(ctx: Ctx, id: string): Promise<void> {
  await activate(ctx, id, (await need(ctx, id)).name);
}

/** Ends a beneficiary whose request was declined, withdrawn or has lapsed. */
export async function rejectBeneficiary(ctx: Ctx, id: string): Promise<void> {
  const row = await lockBeneficiary(ctx.db, { id, accountId: accountOf(ctx).id });
  if (row?.status !== "REQUESTED") return;
  await endRow(ctx.db, { id, status: "REJECTED", endedBy: actorName(ctx.actor) });
  await audit(ctx, "beneficiary.reject", id, { name: row.name });
}

/** Takes a beneficiary off the list at once. Refuses with NOT_FOUND an unknown or foreign one, with INVALID_STATE an ended one. */
export async function retireBeneficiary(
  ctx: Ctx,
  { beneficiaryId }: InputOf<typeof retireBeneficiaryEndpoint>,
): Promise<BeneficiaryRecord> {
  if (!isId(beneficiaryId)) throw unknown();
  return ctx.transaction(async (tx) => {
    const row = await lockBeneficiary(tx.db, { id: beneficiaryId, accountId: accountOf(tx).id });
    if (!row) throw unknown();
    if (row.endedAt) throw new Refusal("INVALID_STATE", `This beneficiary is ${row.status} already.`);
    await endRow(tx.db, { id: row.id, status: "RETIRED", endedBy: actorName(tx.actor) });
    await audit(tx, "beneficiary.retire", row.id, { name: row.name });
    return answerWith(tx, recordOf(await need(tx, row.id)));
  });
}

/**
 * The beneficiary that a payout of an account names: active, not held, and, of a bank account, cooled off. Refuses with
 * NOT_FOUND an unknown or foreign one, with INVALID_STATE one where nothing may go.
 */
export async function needStanding(ctx: Ctx, id: string, accountId?: string): Promise<BeneficiaryRow> {
  const row = await needActive(ctx, id, accountId);
  if (row.usableFrom && row.usableFrom > (await ctx.now()))
    throw new Refusal("INVALID_STATE", `A new bank account is paid from ${row.usableFrom.toISOString()} on.`);
  return row;
}

/** The same, also while it cools off: money will go there later. */
export async function needActive(ctx: Ctx, id: string, accountId: string = accountOf(ctx).id): Promise<BeneficiaryRow> {
  const row = isId(id) ? await readBeneficiary(ctx.db, { id, accountId }) : undefined;
  if (!row) throw unknown();
  if (row.status !== "ACTIVE")
    throw new Refusal("INVALID_STATE", `This beneficiary is ${row.status}: nothing goes there.`);
  if (row.listed)
    throw new Refusal(
      "INVALID_STATE",
      "This beneficiary is held: its address stands on the list of sanctioned addresses.",
    );
  return row;
}

async function activate(tx: Ctx, id: string, name: string): Promise<void> {
  if (!(await activateRow(tx.db, id))) throw new Refusal("INVALID_STATE", "This beneficiary does not wait any more.");
  await audit(tx, "beneficiary.activate", id, { name });
  const { name: account, id: accountId } = accountOf(tx);
  const { place, activeAt, usableFrom } = await need(tx, id);
  const cools = usableFrom && activeAt && usableFrom > activeAt;
  const { beneficiary } = lettersText;
  await queueToMembers(tx, accountId, ({ zone }) => ({
    subject: beneficiary.subject(account),
    text: [
      cools ? beneficiary.later(account, momentIn(usableFrom, zone)) : beneficiary.now(account),
      "",
      `  ${beneficiary.name(oneLine(name))}`,
      `  ${beneficiary.place(place)}`,
      "",
      beneficiary.end,
    ].join("\n"),
    path: "/payouts",
  }));
}

async function need(tx: Ctx, id: string): Promise<BeneficiaryRow> {
  const row = await readBeneficiary(tx.db, { id, accountId: accountOf(tx).id });
  must(row, "a beneficiary that was written is there");
  return row;
}

async function refuseOurs(tx: Ctx, place: Place): Promise<void> {
  if (place.kind === "address" && (await isOurs(tx.db, place.script)))
    throw invalid("address", "address is one of the operator's own and belongs to no bill.");
}

const audit = (tx: Ctx, action: string, objectId: string, detail: Record<string, unknown>): Promise<void> =>
  recordAudit(tx, { action, objectKind: "beneficiary", objectId, detail });

/** As the database words it: what two persons agree to. */
function textOf(place: Place): string {
  if (place.kind === "address") return place.address;
  return place.iban ?? `${place.bic} ${place.accountNumber}`;
}

/** The bank that an IBAN is paid through; with an account number it is part of the place. */
const bicOf = (place: Place) =>
  place.kind === "bank" && place.iban !== undefined && place.bic !== undefined ? { bic: place.bic } : {};

function recordOf(row: BeneficiaryRow): BeneficiaryRecord {
  return {
    beneficiaryId: row.id,
    name: row.name,
    ...shownAsset(row.asset),
    address: row.address,
    iban: row.iban,
    accountNumber: row.accountNumber,
    bic: row.bic,
    status: row.status,
    held: row.listed,
    approvalId: row.approvalId,
    madeBy: row.madeBy,
    madeAt: row.madeAt.getTime(),
    activeAt: row.activeAt?.getTime(),
    usableFrom: row.usableFrom?.getTime(),
    endedAt: row.endedAt?.getTime(),
    endedBy: row.endedBy,
  };
}

const unknown = (): Refusal => new Refusal("NOT_FOUND", "There is no beneficiary with this beneficiaryId.");

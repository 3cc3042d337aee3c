import { recordAudit } from "#lib/audit/record-audit.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { unitsOf } from "#lib/contract/fields.ts";
import { scaleOf } from "#lib/kernel/assets.ts";
import { type AccountRef, accountOf, actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { invalid, must } from "#lib/kernel/errors.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { houseOf, needAccount } from "#lib/kernel/tenants.ts";
import { queueToMembers } from "#lib/mail/queue-mail.ts";
import { needActive } from "#lib/beneficiaries/beneficiaries.ts";
import { elsewhere } from "./letter.ts";
import { insertTerms, listTermsRows, termsLoosen, type TermsRow, type WantedTerms } from "./store.ts";
import type { listTermsEndpoint, setTermsEndpoint, TermsRecord } from "./terms-contract.ts";

type TermsInput = Omit<InputOf<typeof setTermsEndpoint>, "reason">;

/** Terms of an account as they are asked for, read. */
export type Terms = { account: AccountRef; wanted: WantedTerms; place: string };

/** The terms that rule: the account's, or, for the house, everybody's. */
export async function listTerms(ctx: Ctx): Promise<OutputOf<typeof listTermsEndpoint>> {
  const { id } = accountOf(ctx);
  const rows = await listTermsRows(ctx.db, id === (await houseOf(ctx.app)).id ? undefined : id);
  return { data: rows.map(recordOf) };
}

/**
 * Reads what the house wants to agree. Refuses with NOT_FOUND an unknown account or beneficiary, with INVALID_STATE a
 * beneficiary that nothing may go to, and with VALIDATION_FAILED fields that do not go together.
 */
export async function termsFrom(ctx: Ctx, input: TermsInput): Promise<Terms> {
  const account = await needAccount(ctx, input.account);
  const { currency, schedule, weekday, reserve, reserveBps, reserveDays } = input;
  if ((schedule === "WEEKLY") !== (weekday !== undefined))
    throw invalid("weekday", "weekday is required with the schedule WEEKLY, and only there.");
  const isShare = reserveBps !== undefined;
  if (isShare ? reserve !== undefined || reserveDays === undefined : reserveDays !== undefined)
    throw invalid("reserve", "Give reserve, or reserveBps and reserveDays.");
  const units = (field: string, value: Decimal) => unitsOf(field, value, scaleOf(currency));
  const { id: beneficiaryId, place, asset } = await needActive(ctx, input.beneficiaryId, account.id);
  if (asset !== currency) throw invalid("beneficiaryId", `This beneficiary takes ${asset} only.`);
  return {
    account,
    place,
    wanted: {
      accountId: account.id,
      currency,
      schedule,
      weekday,
      businessDays: input.businessDays ?? false,
      delayDays: input.delayDays ?? 1,
      minimum: units("minimum", input.minimum ?? Decimal.ZERO),
      reserve: isShare ? undefined : units("reserve", reserve ?? Decimal.ZERO),
      reserveBps,
      reserveDays,
      beneficiaryId,
    },
  };
}

/** Whether they pay sooner, more often, more or elsewhere than those that rule. */
export const loosens = (ctx: Ctx, { wanted }: Terms): Promise<boolean> => termsLoosen(ctx.db, wanted);

/** Terms in their plainest form, as a second person agrees to them. */
export function requestOf({ account, wanted, place }: Terms): Record<string, string> {
  const { accountId: _, minimum, reserve, currency, ...plain } = wanted;
  const amounts = { minimum, reserve };
  const texts = Object.entries({ ...plain, ...amounts }).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return [[name, typeof value === "bigint" ? amountOf(currency, value).toString() : String(value)]];
  });
  return { account: account.name, currency, ...Object.fromEntries(texts), place };
}

const ruling = async (ctx: Ctx, accountId: string, currency: string): Promise<TermsRow | undefined> =>
  (await listTermsRows(ctx.db, accountId)).find((each) => each.currency === currency);

/** The terms that rule for an account in a currency, in the same form; undefined where there are none. */
export async function rulingTerms(
  ctx: Ctx,
  { id, name }: AccountRef,
  currency: string,
): Promise<Record<string, string> | undefined> {
  const row = await ruling(ctx, id, currency);
  if (!row) return undefined;
  const { schedule, weekday, businessDays, delayDays, minimum, reserve, reserveBps, reserveDays, beneficiaryId } = row;
  const wanted = {
    schedule,
    weekday,
    businessDays,
    delayDays,
    minimum,
    reserve,
    reserveBps,
    reserveDays,
    beneficiaryId,
  };
  const account = { id, name };
  return requestOf({ account, wanted: { ...wanted, accountId: id, currency: row.currency }, place: row.place });
}

/** Terms that were asked for, read back. */
export function termsOf(ctx: Ctx, request: Readonly<Record<string, string>>): Promise<Terms> {
  const { place: _, weekday, businessDays, delayDays, minimum, reserve, reserveBps, reserveDays, ...words } = request;
  const whole = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  const exact = (text: string | undefined) => (text === undefined ? undefined : Decimal.from(text));
  return termsFrom(ctx, {
    ...(words as Pick<TermsInput, "account" | "currency" | "schedule" | "beneficiaryId">),
    weekday: whole(weekday),
    businessDays: businessDays === "true",
    delayDays: whole(delayDays),
    minimum: exact(minimum),
    reserve: exact(reserve),
    reserveBps: whole(reserveBps),
    reserveDays: whole(reserveDays),
  });
}

/**
 * Sets terms from this moment on; they stand in the record of the house and of the account, whose people are all told by
 * mail where they pay another place than before.
 */
export async function applyTerms(ctx: Ctx, terms: Terms, reason?: string): Promise<TermsRecord> {
  const { account, wanted } = terms;
  return ctx.transaction(async (tx) => {
    const ruled = await ruling(tx, account.id, wanted.currency);
    const id = tx.id();
    const approvalId = tx.approval?.approvalId;
    await insertTerms(tx.db, { ...wanted, id, approvalId, madeBy: tx.approval?.askedBy ?? actorName(tx.actor) });
    const detail = { ...requestOf(terms), ...(reason && { reason }) };
    const concerned = [(await houseOf(tx.app)).id, account.id];
    for (const accountId of concerned)
      await recordAudit(tx, {
        action: "settlement-terms.set",
        accountId,
        objectKind: "settlement-terms",
        objectId: id,
        detail,
      });
    const row = await ruling(tx, account.id, wanted.currency);
    must(row?.id === id, "terms that were set rule");
    if (ruled?.beneficiaryId !== row.beneficiaryId) await queueToMembers(tx, concerned, elsewhere(row, ruled?.place));
    return answerWith(tx, recordOf(row));
  });
}

function recordOf({ id, minimum, reserve, usableFrom, madeAt, ...row }: TermsRow): TermsRecord {
  return {
    termsId: id,
    ...row,
    minimum: amountOf(row.currency, minimum),
    reserve: reserve === undefined ? undefined : amountOf(row.currency, reserve),
    usableFrom: usableFrom?.getTime(),
    madeAt: madeAt.getTime(),
  };
}

import { countAudit, listAudit } from "#lib/audit/list-audit.ts";
import { decodeAnswer } from "#lib/contract/plan-of.ts";
import { conversionRecord } from "#lib/conversions/contract.ts";
import { countConversions, type GetConversions, getConversions } from "#lib/conversions/get-conversions.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { isRefusal } from "#lib/kernel/errors.ts";
import { countStatement, getStatement } from "#lib/ledger/get-statement.ts";
import { type GetPayment, getSummaryEndpoint, paymentRecord } from "#lib/payments/contract.ts";
import { getPayments } from "#lib/payments/get-payments.ts";
import { getSummary } from "#lib/payments/get-summary.ts";
import { type Value, valuesOf } from "./columns.ts";
import { type FilterOf, readFilter, type Selection } from "./filter.ts";

const PAGE = 500;

/** The rows of a selection's file, of the records that the list's own operation answers, page after page. */
export function pagesOf(ctx: Ctx, { list, filter, ids }: Selection): AsyncGenerator<Value[][]> {
  if (list === "payments")
    return ids ? chosen(ids, (id) => onePayment(ctx, id)) : payments(ctx, readFilter(list, filter));
  if (list === "conversions")
    return ids ? chosen(ids, (id) => oneConversion(ctx, id)) : conversions(ctx, readFilter(list, filter));
  if (list === "statement") {
    const asked = readFilter(list, filter);
    return paged(async (startsAfter) => {
      const page = await getStatement(ctx, { ...asked, limit: PAGE, startsAfter });
      return { rows: page.data.map((record) => valuesOf(list, record)), next: page.startsAfter };
    });
  }
  const asked = readFilter(list, filter);
  return paged(async (startsAfter) => {
    const page = await listAudit(ctx, { ...asked, limit: PAGE, startsAfter });
    return { rows: page.data.map((record) => valuesOf(list, record)), next: page.startsAfter };
  });
}

async function* payments(ctx: Ctx, input: FilterOf<"payments">): AsyncGenerator<Value[][]> {
  const { paymentId } = input;
  if (paymentId !== undefined) yield* chosen([paymentId], (id) => onePayment(ctx, id));
  else yield* paged((startsAfter) => paymentPage(ctx, { ...input, limit: PAGE, startsAfter }));
}

async function paymentPage(ctx: Ctx, input: GetPayment): Promise<Page> {
  const { data, startsAfter } = await getPayments(ctx, input);
  return {
    rows: data.map((record) => valuesOf("payments", decodeAnswer(paymentRecord, record.text))),
    next: startsAfter,
  };
}

const onePayment = async (ctx: Ctx, paymentId: string): Promise<Value[][]> =>
  (await paymentPage(ctx, { paymentId })).rows;

type Statuses = FilterOf<"conversions">["status"];

async function* conversions(ctx: Ctx, { status, ...asked }: FilterOf<"conversions">): AsyncGenerator<Value[][]> {
  let next: GetConversions | undefined = { ...asked, limit: PAGE };
  while (next) {
    const page = await getConversions(ctx, next);
    yield conversionRows(page.data, status);
    next = page.next;
  }
}

function conversionRows(data: Awaited<ReturnType<typeof getConversions>>["data"], status: Statuses): Value[][] {
  const records = data.map((record) => decodeAnswer(conversionRecord, record.text));
  const wanted = status ? records.filter((record) => status.includes(record.status)) : records;
  return wanted.map((record) => valuesOf("conversions", record));
}

const oneConversion = async (ctx: Ctx, invoiceId: string): Promise<Value[][]> =>
  conversionRows((await getConversions(ctx, { invoiceId })).data, undefined);

/** Records by their ids; one that is unknown here is left out, as it is on the page. */
async function* chosen(ids: readonly string[], read: (id: string) => Promise<Value[][]>): AsyncGenerator<Value[][]> {
  for (const id of ids) yield await read(id).catch(nothingWhenUnknown);
}

function nothingWhenUnknown(error: unknown): Value[][] {
  if (isRefusal(error) && error.code.endsWith("NOT_FOUND")) return [];
  throw error;
}

type Page = { rows: Value[][]; next: string | null };

async function* paged(read: (startsAfter: string | undefined) => Promise<Page>): AsyncGenerator<Value[][]> {
  let startsAfter: string | undefined;
  do {
    const { rows, next } = await read(startsAfter);
    yield rows;
    startsAfter = next ?? undefined;
  } while (startsAfter !== undefined);
}

/** How many rows a selection holds now. Refuses what the list's own operation refuses. */
export async function countOf(ctx: Ctx, { list, filter, ids }: Selection): Promise<number> {
  if (ids) return ids.length;
  if (list === "statement") return countStatement(ctx, readFilter("statement", filter));
  if (list === "audit") return countAudit(ctx, readFilter("audit", filter));
  if (list === "payments") return countPayments(ctx, readFilter("payments", filter));
  const { status, ...asked } = readFilter("conversions", filter);
  await getConversions(ctx, { ...asked, limit: 1 });
  return countConversions(ctx, { ...asked, status });
}

async function countPayments(ctx: Ctx, input: FilterOf<"payments">): Promise<number> {
  await getPayments(ctx, { ...input, limit: 1 });
  const { paymentId, sort: _sort, ...filters } = input;
  if (paymentId !== undefined) return 1;
  return decodeAnswer(getSummaryEndpoint.answer, (await getSummary(ctx, filters)).text).count;
}

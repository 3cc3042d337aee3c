import { countAudit, listAudit } from "#lib/audit/list-audit.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { decodeAnswer } from "#lib/contract/plan-of.ts";
import { conversionRecord } from "#lib/conversions/contract.ts";
import { countConversions, getConversions } from "#lib/conversions/get-conversions.ts";
import { type ListConversions, listConversions } from "#lib/conversions/list-conversions.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { isRefusal } from "#lib/kernel/errors.ts";
import { countStatement, getStatement } from "#lib/ledger/get-statement.ts";
import { type GetPayment, getSummaryEndpoint, paymentRecord } from "#lib/payments/contract.ts";
import { getPayments } from "#lib/payments/get-payments.ts";
import { getSummary } from "#lib/payments/get-summary.ts";
import { type Value, valuesOf } from "./columns.ts";
import { type ExportFilterOf, readFilter, type Selection } from "./filter.ts";

const PAGE = 500;

/** The rows of a selection's file, of the records that the list's own operation answers, page after page. */
export function pagesOf(ctx: Ctx, { list, filter, ids }: Selection): AsyncGenerator<Value[][]> {
  if (list === "payments")
    return ids ? chosen(ids, (id) => onePayment(ctx, id)) : payments(ctx, readFilter(list, filter));
  if (list === "conversions")
    return ids ? chosen(ids, (id) => oneConversion(ctx, id)) : conversions(ctx, readFilter(list, filter));
  if (list === "statement") {
    const query = readFilter(list, filter);
    return paged(async (startsAfter) => {
      const page = await getStatement(ctx, { ...query, limit: PAGE, startsAfter });
      return { rows: page.data.map((record) => valuesOf(list, record)), next: page.startsAfter };
    });
  }
  if (list === "cases") {
    const query = readFilter(list, filter);
    return paged(async (startsAfter) => {
      const page = await listCases(ctx, { ...query, limit: PAGE, startsAfter });
      return { rows: page.data.map((record) => valuesOf(list, record)), next: page.startsAfter };
    });
  }
  const query = readFilter(list, filter);
  return paged(async (startsAfter) => {
    const page = await listAudit(ctx, { ...query, limit: PAGE, startsAfter });
    return { rows: page.data.map((record) => valuesOf(list, record)), next: page.startsAfter };
  });
}

async function* payments(ctx: Ctx, input: ExportFilterOf<"payments">): AsyncGenerator<Value[][]> {
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

const conversions = (ctx: Ctx, query: ExportFilterOf<"conversions">): AsyncGenerator<Value[][]> =>
  paged((startsAfter) => conversionPage(ctx, { ...query, limit: PAGE, startsAfter }));

async function conversionPage(ctx: Ctx, query: ListConversions): Promise<Page> {
  const { data, startsAfter } = await listConversions(ctx, query);
  return { rows: conversionRows(data), next: startsAfter };
}

const conversionRows = (data: readonly { text: string }[]): Value[][] =>
  data.map(({ text }) => valuesOf("conversions", decodeAnswer(conversionRecord, text)));

const oneConversion = async (ctx: Ctx, invoiceId: string): Promise<Value[][]> =>
  conversionRows((await getConversions(ctx, { invoiceId })).data);

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
  if (list === "cases") return (await listCases(written(ctx), { ...readFilter("cases", filter), limit: 1 })).count;
  if (list === "payments") return countPayments(ctx, readFilter("payments", filter));
  const query = readFilter("conversions", filter);
  await listConversions(ctx, { ...query, limit: 1 });
  return countConversions(ctx, query);
}

/** As the worker that writes the file finds them: what waits for one person's decision is in no file. */
const written = (ctx: Ctx): Ctx => ({ ...ctx, actor: { kind: "worker" } });

async function countPayments(ctx: Ctx, input: ExportFilterOf<"payments">): Promise<number> {
  await getPayments(ctx, { ...input, limit: 1 });
  const { paymentId, sort: _sort, in: _in, ...filters } = input;
  if (paymentId !== undefined) return 1;
  return decodeAnswer(getSummaryEndpoint.answer, (await getSummary(ctx, filters)).text).count;
}

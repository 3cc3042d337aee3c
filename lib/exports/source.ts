import { listAudit } from "#lib/audit/list-audit.ts";
import { getConversions } from "#lib/conversions/get-conversions.ts";
import { type Answer, accountOf, type Ctx } from "#lib/kernel/context.ts";
import { isRefusal } from "#lib/kernel/errors.ts";
import { type Json, parseJson, writeJson } from "#lib/kernel/json.ts";
import { getStatement } from "#lib/ledger/get-statement.ts";
import { getPayments } from "#lib/payments/get-payments.ts";
import { getSummary } from "#lib/payments/get-summary.ts";
import type { ExportList } from "./export-facts.ts";
import { type FilterOf, readFilter, type Selection } from "./filter.ts";
import { countAudit, countConversions, countMovements } from "./store.ts";

const PAGE = 500;

/** The records of a selection as the list's own operation answers them, page after page. */
export function pagesOf(ctx: Ctx, { list, filter, ids }: Selection): AsyncGenerator<Json[]> {
  if (ids) return chosen(ctx, list, ids);
  if (list === "payments") return payments(ctx, readFilter("payments", filter));
  if (list === "conversions") return conversions(ctx, readFilter("conversions", filter));
  if (list === "statement") {
    const asked = readFilter("statement", filter);
    return paged((startsAfter) => getStatement(ctx, { ...asked, format: "json", limit: PAGE, startsAfter }));
  }
  const asked = readFilter("audit", filter);
  return paged((startsAfter) => listAudit(ctx, { ...asked, limit: PAGE, startsAfter }));
}

async function* payments(ctx: Ctx, asked: FilterOf<"payments">): AsyncGenerator<Json[]> {
  if (asked.paymentId !== undefined) yield* chosen(ctx, "payments", [asked.paymentId]);
  else yield* paged((startsAfter) => getPayments(ctx, { ...asked, limit: PAGE, startsAfter }));
}

async function* conversions(ctx: Ctx, { status, ...asked }: FilterOf<"conversions">): AsyncGenerator<Json[]> {
  let startsAfter: string | undefined;
  do {
    const answer = await getConversions(ctx, { ...asked, limit: PAGE, startsAfter });
    const page = bodyOf(answer);
    const records = Array.isArray(page) ? page : [];
    yield status
      ? records.filter((record) => (status as string[]).includes(String(fieldOf(record, "status"))))
      : records;
    startsAfter = nextOf(answer.headers?.["link"]);
  } while (startsAfter !== undefined);
}

/** Records by their ids; one that is unknown here is left out, as it is on the page. */
async function* chosen(ctx: Ctx, list: ExportList, ids: readonly string[]): AsyncGenerator<Json[]> {
  for (const id of ids) {
    const found = await (list === "conversions"
      ? getConversions(ctx, { invoiceId: id })
      : getPayments(ctx, { paymentId: id })
    )
      .then(bodyOf)
      .catch(nothingWhenUnknown);
    const records = Array.isArray(found) ? found : fieldOf(found, "data");
    yield Array.isArray(records) ? records : [];
  }
}

function nothingWhenUnknown(error: unknown): Json[] {
  if (isRefusal(error) && error.code.endsWith("NOT_FOUND")) return [];
  throw error;
}

async function* paged(ask: (startsAfter: string | undefined) => Promise<Answer>): AsyncGenerator<Json[]> {
  let startsAfter: string | undefined;
  do {
    const body = bodyOf(await ask(startsAfter));
    const data = fieldOf(body, "data");
    yield Array.isArray(data) ? data : [];
    const next = fieldOf(body, "startsAfter");
    startsAfter = typeof next === "string" ? next : undefined;
  } while (startsAfter !== undefined);
}

/** The answer as its caller reads it. */
const bodyOf = ({ body }: Answer): Json => parseJson(writeJson(body));

function fieldOf(value: Json, name: string): Json | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as { [key: string]: Json })[name]
    : undefined;
}

function nextOf(link: string | undefined): string | undefined {
  const target = /<([^>]+)>; rel="next"/.exec(link ?? "")?.[1];
  return target === undefined
    ? undefined
    : (new URL(target, "http://localhost").searchParams.get("startsAfter") ?? undefined);
}

/** How many rows a selection holds now. Refuses what the list's own operation refuses. */
export async function countOf(ctx: Ctx, { list, filter, ids }: Selection): Promise<number> {
  if (ids) return ids.length;
  const accountId = accountOf(ctx).id;
  if (list === "statement") return countMovements(ctx.db, { accountId, ...readFilter("statement", filter) });
  if (list === "audit") return countAudit(ctx.db, { accountId, ...readFilter("audit", filter) });
  if (list === "payments") return countPayments(ctx, readFilter("payments", filter));
  const { status, ...asked } = readFilter("conversions", filter);
  await getConversions(ctx, { ...asked, limit: 1 });
  return countConversions(ctx.db, { accountId, ...asked, status });
}

async function countPayments(ctx: Ctx, asked: FilterOf<"payments">): Promise<number> {
  await getPayments(ctx, { ...asked, limit: 1 });
  const { paymentId, sort: _sort, ...filters } = asked;
  if (paymentId !== undefined) return 1;
  return Number(String(fieldOf(bodyOf(await getSummary(ctx, filters)), "count") ?? 0));
}

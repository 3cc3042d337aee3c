import type { InputOf } from "#lib/contract/endpoint.ts";
import { pageBelow } from "#lib/kernel/paging.ts";
import { type Answer, accountOf, type Ctx } from "#lib/kernel/context.ts";
import { amountOf } from "#lib/kernel/money.ts";
import type { getStatementEndpoint } from "./contract.ts";
import { shownAsset } from "./get-balances.ts";
import { type Movement, movementsOf } from "./statement-store.ts";

const DEFAULT_LIMIT = 100;
const COLUMNS = [
  "at",
  "transactionId",
  "event",
  "paymentId",
  "invoiceId",
  "asset",
  "networkType",
  "account",
  "amount",
  "balance",
] as const;

type Statement = InputOf<typeof getStatementEndpoint>;

/** Every movement of the account's balances, newest first (rulebook 11.3); `amount` is signed, what raises is positive. */
export async function getStatement(ctx: Ctx, query: Statement): Promise<Answer> {
  const { startsAfter, limit = DEFAULT_LIMIT, format: _format, ...filters } = query;
  const { page, startsAfter: next } = await pageBelow(
    ctx,
    { filters: { list: "statement", ...filters }, startsAfter, limit },
    (before, count) =>
      movementsOf(ctx.db, {
        accountId: accountOf(ctx).id,
        from: query.startTime,
        to: query.endTime,
        symbol: query.asset,
        before: before === undefined ? undefined : BigInt(before),
        limit: count,
      }),
    ({ id }) => id,
  );
  const rows = page.map(rowOf);
  if (query.format === "csv") {
    const link = next ? { link: `<${targetOf(filters, limit, next)}>; rel="next"` } : {};
    return { body: csvOf(rows), headers: { "content-type": "text/csv; charset=utf-8", ...link } };
  }
  return { body: { data: rows, startsAfter: next } };
}

/** Where the next page is: a table has no place for a token, so the header Link names it. */
function targetOf(filters: Pick<Statement, "startTime" | "endTime" | "asset">, limit: number, next: string): string {
  const { startTime, endTime, asset } = filters;
  const named = Object.entries({ startTime: startTime?.getTime(), endTime: endTime?.getTime(), asset });
  const given = named.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return `/manage/v1/statement?${new URLSearchParams([...given, ["limit", String(limit)], ["startsAfter", next]])}`;
}

function rowOf(movement: Movement) {
  return {
    at: movement.at.getTime(),
    transactionId: movement.transactionId,
    event: movement.event,
    paymentId: movement.billId ?? undefined,
    invoiceId: movement.conversionId ?? undefined,
    ...shownAsset(movement.asset),
    account: movement.kind,
    amount: amountOf(movement.asset, movement.units),
    balance: amountOf(movement.asset, movement.balance),
  };
}

/** RFC 4180; times ISO 8601. Every field is of our own making, so none can begin a spreadsheet's formula but a minus sign of a number. */
function csvOf(rows: readonly ReturnType<typeof rowOf>[]): string {
  const lines = rows.map((row) =>
    COLUMNS.map((column) => (column === "at" ? new Date(row.at).toISOString() : String(row[column] ?? ""))).join(","),
  );
  return `${[COLUMNS.join(","), ...lines].join("\r\n")}\r\n`;
}

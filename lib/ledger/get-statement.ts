import type { InputOf } from "#lib/api/endpoint.ts";
import { openToken, sealToken } from "#lib/api/paging.ts";
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

/** Every movement of the account's balances, newest first (contract §11); `amount` is signed, what raises is positive. */
export async function getStatement(ctx: Ctx, query: Statement): Promise<Answer> {
  const account = accountOf(ctx);
  const limit = query.limit ?? DEFAULT_LIMIT;
  const { startsAfter, limit: _limit, format: _format, ...filters } = query;
  const bound = { list: "statement", ...filters };
  const [before] = startsAfter ? openToken(ctx.house, account.id, bound, startsAfter) : [];
  const found = await movementsOf(ctx.db, {
    accountId: account.id,
    from: query.startTime,
    to: query.endTime,
    symbol: query.asset,
    before: before === undefined ? undefined : BigInt(before),
    limit: limit + 1,
  });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const next = found.length > limit && last ? sealToken(ctx.house, account.id, bound, [last.id.toString()]) : null;
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

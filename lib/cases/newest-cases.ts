import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import type { newestCasesEndpoint } from "./contract.ts";
import { readerOf } from "./reader.ts";
import { recordOf } from "./record.ts";
import { newestCaseRows } from "./store.ts";
import { valuationIn } from "./valuation.ts";
import { waitsOf } from "./waits.ts";

const DEFAULT_LIMIT = 5;

/** The open cases that are newest, whatever all of them come to: what a bell shows, however many there are. */
export async function newestCases(
  ctx: Ctx,
  { kind, fiat = "EUR", limit = DEFAULT_LIMIT }: InputOf<typeof newestCasesEndpoint>,
): Promise<OutputOf<typeof newestCasesEndpoint>> {
  const { id: accountId } = accountOf(ctx);
  const now = await ctx.now();
  const valuation = await valuationIn(ctx, fiat, now);
  const [waits, reader] = [await waitsOf(ctx), await readerOf(ctx)];
  const query = { accountId, now, valuation, waits, reader, filter: { state: "OPEN" as const, kind } };
  const rows = await newestCaseRows(ctx.db, query, limit);
  return { data: rows.map((row) => recordOf(row, fiat)), fiat };
}

import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import type { firstCasesEndpoint } from "./first-contract.ts";
import { readerOf } from "./reader.ts";
import { recordOf } from "./record.ts";
import { firstCaseRows } from "./store.ts";
import { valuationIn } from "./valuation.ts";
import { waitsOf } from "./waits.ts";

const DEFAULT_LIMIT = 5;

/** The open cases that are newest, or due next, whatever all of them come to: however many there are, a few are shown at once. */
export async function firstCases(
  ctx: Ctx,
  { kind, fiat = "EUR", by = "newest", limit = DEFAULT_LIMIT }: InputOf<typeof firstCasesEndpoint>,
): Promise<OutputOf<typeof firstCasesEndpoint>> {
  const { id: accountId } = accountOf(ctx);
  const now = await ctx.now();
  const valuation = await valuationIn(ctx, fiat, now);
  const [waits, reader] = [await waitsOf(ctx), await readerOf(ctx)];
  const query = { accountId, now, valuation, waits, reader, filter: { state: "OPEN" as const, kind } };
  const rows = await firstCaseRows(ctx.db, query, by, limit);
  return { data: rows.map((row) => recordOf(row, fiat, ctx.app)), fiat };
}

import { countAudit } from "#lib/audit/list-audit.ts";
import type { houseAuditFileEndpoint } from "#lib/audit/contract.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { FileOut } from "#lib/contract/out.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { parseJson, writeJson } from "#lib/kernel/json.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { headingOf } from "./columns.ts";
import { csvLine } from "./csv.ts";
import { type ExportFilter, withEnd } from "./filter.ts";
import { pagesOf } from "./source.ts";

/** A file is made while its reader waits. */
const MOST_ROWS = 100_000;

/**
 * The house's audit record as CSV: the rows of a filter, none that came after the request. Refuses with VALIDATION_FAILED
 * more rows than one file takes. Who read how much stands in the record.
 */
export async function houseAuditFile(ctx: Ctx, query: InputOf<typeof houseAuditFileEndpoint>): Promise<FileOut> {
  const filter = withEnd("audit", (parseJson(writeJson(query)) ?? {}) as ExportFilter, await ctx.now());
  const count = await countAudit(ctx, query);
  if (count > MOST_ROWS)
    throw invalid("startTime", `A file takes at most ${MOST_ROWS} rows and these are ${count}; narrow the filter.`);
  const lines = [csvLine(headingOf("audit"))];
  for await (const page of pagesOf(ctx, { list: "audit", filter })) lines.push(...page.map(csvLine));
  const { id } = await houseOf(ctx.app);
  const detail = { rows: lines.length - 1, filter: JSON.parse(writeJson(filter)) };
  await ctx.transaction((tx) =>
    recordAudit(tx, { action: "audit.download", objectKind: "account", objectId: id, detail }),
  );
  const bytes = new TextEncoder().encode(lines.join(""));
  return { fileName: `audit-of-the-house-${new Date().toISOString().slice(0, 10)}.csv`, bytes, size: bytes.length };
}

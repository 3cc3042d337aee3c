/** Whether a caller would rather have a table: `text/csv` is named, and wanted no less than JSON (RFC 9110 §12.5.1). */
export function wantsCsv(headers: Headers): boolean {
  const ranges = rangesOf(headers.get("accept") ?? "");
  const csv = ranges.get("text/csv") ?? 0;
  const json = ranges.get("application/json") ?? ranges.get("application/*") ?? ranges.get("*/*") ?? 0;
  return csv > 0 && csv >= json;
}

/** How much each media range is wanted, from 0 (not at all) to 1. */
function rangesOf(accept: string): ReadonlyMap<string, number> {
  return new Map(
    accept.split(",").map((part): [string, number] => {
      const [range = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      return [range, quality === undefined ? 1 : Number(quality) || 0];
    }),
  );
}

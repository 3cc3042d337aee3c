import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { ROOT } from "./build.ts";

const HEADERS = { "cache-control": "no-store", "content-type": "application/json; charset=utf-8" };

/**
 * The OpenAPI document, there as soon as the API is: who generates a client need not wait for the pages. It is compressed
 * for who takes that.
 */
export async function serveDescription(request: Request): Promise<Response> {
  const { document, compressed } = await description();
  const headers = { ...HEADERS, vary: "accept-encoding" };
  if (!takesGzip(request.headers.get("accept-encoding") ?? "")) return new Response(document, { headers });
  return new Response(compressed, { headers: { ...headers, "content-encoding": "gzip" } });
}

type Description = { changedAt: number; document: BodyInit; compressed: BodyInit };
let stored: Description | undefined;

/** Read and compressed once after each change of the file. */
async function description(): Promise<Description> {
  const path = join(ROOT, "public/openapi.json");
  const { mtimeMs: changedAt } = await stat(path);
  if (stored?.changedAt === changedAt) return stored;
  const document = await readFile(path);
  stored = { changedAt, document, compressed: await promisify(gzip)(document) };
  return stored;
}

/** Whether gzip is named, or any encoding is, with another weight than 0 (RFC 9110 §12.5.3). */
export function takesGzip(accepted: string): boolean {
  const weights = accepted
    .toLowerCase()
    .split(",")
    .map((part) => {
      const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
      const weight = parameters.find((text) => text.startsWith("q="));
      return [name, weight === undefined || Number(weight.slice(2)) > 0] as const;
    });
  const takes = (name: string) => weights.find(([each]) => each === name)?.[1];
  return takes("gzip") ?? takes("*") ?? false;
}

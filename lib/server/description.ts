import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "./build.ts";

/** The OpenAPI document, there as soon as the API is: who generates a client need not wait for the pages. */
export async function serveDescription(): Promise<Response> {
  return new Response(await readFile(join(ROOT, "public/openapi.json")), {
    headers: { "cache-control": "no-store", "content-type": "application/json; charset=utf-8" },
  });
}

import { globSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Endpoint } from "#lib/contract/endpoint.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** An operation with the name its contract exports it under, and the contract's file. */
export type Operation = { operationId: string; endpoint: Endpoint; file: string };

/** Every operation there is: what the nouns' contracts export, by path and method. */
export async function loadOperations(): Promise<Operation[]> {
  const found: Operation[] = [];
  for (const file of globSync("lib/*/{,*-}contract.ts", { cwd: ROOT })) {
    const exported: Record<string, unknown> = await import(pathToFileURL(join(ROOT, file)).href);
    for (const [name, value] of Object.entries(exported)) {
      if (isEndpoint(value)) found.push({ operationId: name.replace(/Endpoint$/, ""), endpoint: value, file });
    }
  }
  return found.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const AREAS = ["/payment/", "/manage/", "/house/", "/pay/", "/sandbox/"];

/** The trade first, then what surrounds it; one path's methods together. */
function keyOf({ endpoint: { path, method } }: Operation): string {
  return `${AREAS.findIndex((area) => path.startsWith(area))} ${path} ${method}`;
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "scope" in value;
}

import { globSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { join } from "node:path";
import type { Handler, Route } from "#lib/http/serve.ts";
import { whoseIs } from "#lib/contract/permissions.ts";
import { serveDescription } from "./description.ts";
import { serveHealth, serveMetrics, serveReady } from "./probes.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** A probe declares no operation. */
export type Methods = Partial<Record<string, Handler & Partial<Pick<Route, "endpoint">>>>;
export type Match = { methods: Methods; params: Record<string, string>; pattern: string };

/** Finds the route of a path; undefined when nothing is there. */
export type Routes = (pathname: string) => Match | undefined;

/** Loads the very route files of `app` that Next would serve, the probes and the description of it all. */
export async function loadRoutes(): Promise<Routes> {
  const fixed = new Map<string, Methods>([
    ["/healthz", { GET: serveHealth }],
    ["/readyz", { GET: serveReady }],
    ["/metrics", { GET: serveMetrics }],
    ["/openapi.json", { GET: serveDescription }],
  ]);
  const patterned: { pattern: string; regex: RegExp; names: string[]; methods: Methods }[] = [];
  for (const file of globSync("app/{payment,manage,house,sandbox,pay}/**/route.ts", { cwd: ROOT })) {
    const exported = (await import(pathToFileURL(join(ROOT, file)).href)) as Partial<Record<string, Route>>;
    const methods = Object.fromEntries(
      METHODS.flatMap((method) => (exported[method] ? [[method, exported[method]]] : [])),
    );
    const pattern = `/${file
      .replaceAll("\\", "/")
      .replace(/^app\//, "")
      .replace(/\/route\.ts$/, "")}`;
    const names = [...pattern.matchAll(/\[(\w+)\]/g)].map(([, name]) => name ?? "");
    for (const [method, route] of Object.entries(methods)) needDeclared(file, method, pattern, route);
    if (names.length === 0) fixed.set(pattern, methods);
    else patterned.push({ pattern, regex: new RegExp(`^${pattern.replace(/\[\w+\]/g, "([^/]+)")}$`), names, methods });
  }
  return (pathname) => {
    const methods = fixed.get(pathname);
    if (methods) return { methods, params: {}, pattern: pathname };
    for (const { pattern, regex, names, methods } of patterned) {
      const found = regex.exec(pathname);
      if (found)
        return {
          methods,
          pattern,
          params: Object.fromEntries(names.map((name, at) => [name, decoded(found[at + 1] ?? "")])),
        };
    }
    return undefined;
  };
}

/** A program with a handler that declares no operation, or another path than its own, does not start. */
function needDeclared(file: string, method: string, pattern: string, { endpoint }: Partial<Route>): void {
  const declared = endpoint?.method === method && [endpoint.path, endpoint.former].includes(pattern);
  if (!declared || !whoseIs(endpoint.scope)) throw new Error(`${file}: ${method} declares no operation of this path.`);
}

/** What has control characters or a malformed escape names nothing that exists; the text goes on as it is. */
function decoded(segment: string): string {
  try {
    const text = decodeURIComponent(segment);
    return /\p{Cc}/u.test(text) ? segment : text;
  } catch {
    return segment;
  }
}

import { theApp } from "#lib/kernel/app.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { readiness } from "#lib/health/readiness.ts";
import { metricsText } from "./metrics.ts";

const HEADERS = { "cache-control": "no-store" };

/** The process lives. */
export async function serveHealth(): Promise<Response> {
  return Response.json({ status: "ok" }, { headers: HEADERS });
}

/** The program can do its work: database, worker, chains, prices. 503 names what is missing. */
export async function serveReady(): Promise<Response> {
  const ctx = contextFor(await theApp(), { actor: { kind: "operator" } });
  const state = await readiness(ctx);
  return Response.json(state, {
    status: state.ready ? 200 : 503,
    headers: state.ready ? HEADERS : { ...HEADERS, "retry-after": "2" },
  });
}

/** Prometheus text. */
export async function serveMetrics(): Promise<Response> {
  const ctx = contextFor(await theApp(), { actor: { kind: "operator" } });
  return new Response(await metricsText(ctx), {
    headers: { ...HEADERS, "content-type": "text/plain; version=0.0.4; charset=utf-8" },
  });
}

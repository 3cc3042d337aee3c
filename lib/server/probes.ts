import { refusalResponse } from "#lib/http/errors.ts";
import { type App, contextFor, theApp } from "#lib/kernel/app.ts";
import { currentArrival } from "#lib/kernel/arrival.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { uuidv7 } from "#lib/kernel/ids.ts";
import { sameText } from "#lib/keys/signature.ts";
import { readiness } from "#lib/health/readiness.ts";
import { metricsText } from "./metrics.ts";

const HEADERS = { "cache-control": "no-store" };

/** The process lives. */
export async function serveHealth(): Promise<Response> {
  return Response.json({ status: "ok" }, { headers: HEADERS });
}

/**
 * The program can do its work: database, worker, chains, prices. 503 names what is missing. How a chain is, in a sentence
 * that may name a node's inner address, is told to a monitor only.
 */
export async function serveReady(request: Request): Promise<Response> {
  const app = await theApp();
  const state = await readiness(contextFor(app, { actor: { kind: "operator" } }));
  const chains = state.chains.map(({ sentence: _sentence, ...chain }) => chain);
  return Response.json(refuseStranger(app, request) ? { ...state, chains } : state, {
    status: state.ready ? 200 : 503,
    headers: state.ready ? HEADERS : { ...HEADERS, "retry-after": "2" },
  });
}

/** Prometheus text, for a monitor. */
export async function serveMetrics(request: Request): Promise<Response> {
  const app = await theApp();
  const refusal = refuseStranger(app, request);
  if (refusal) return refusalResponse(refusal, currentArrival()?.requestId ?? uuidv7());
  return new Response(await metricsText(contextFor(app, { actor: { kind: "operator" } })), {
    headers: { ...HEADERS, "content-type": "text/plain; version=0.0.4; charset=utf-8" },
  });
}

/** A monitor shows METRICS_TOKEN as a bearer (RFC 6750). Where none is set a sandbox shows all, live nothing. */
function refuseStranger(app: App, request: Request): Refusal | undefined {
  const { metricsToken } = app.env;
  if (metricsToken === undefined) {
    return app.mode === "sandbox"
      ? undefined
      : new Refusal("FORBIDDEN", "METRICS_TOKEN is not set, and MODE=live shows its figures to nobody without one.");
  }
  const [, shown = ""] = /^bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  return sameText(shown, metricsToken)
    ? undefined
    : new Refusal("UNAUTHENTICATED", "Show METRICS_TOKEN as Authorization: Bearer.");
}

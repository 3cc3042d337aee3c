import { ApiFault } from "#lib/contract/api-fault.ts";
import { type Client, contractClient, type Send } from "#lib/contract/client.ts";
import { isUnattended } from "./attended.ts";
import { heardServerTime } from "./clock.ts";
import { heardServer } from "./reached.ts";

/** Sends to our own API with the session's cookie, for the account named; only staff of several accounts name one. */
export const sendFor =
  (account?: string): Send =>
  async ({ method, target, accept, body, idempotencyKey, signal }) => {
    const headers = new Headers({ accept });
    if (body !== undefined) headers.set("content-type", "application/json");
    if (account) headers.set("x-account", account);
    if (isUnattended()) headers.set("x-unattended", "1");
    if (idempotencyKey) headers.set("idempotency-key", idempotencyKey);
    const init: RequestInit = { method, headers, cache: "no-store", credentials: "same-origin" };
    if (body !== undefined) init.body = body;
    if (signal) init.signal = signal;
    const response = await fetch(target, init).catch((error: unknown) => {
      if (signal?.aborted) throw error;
      heardServer(false);
      throw new ApiFault(0, "UNREACHABLE", UNREACHABLE);
    });
    heardServer(true);
    const serverTime = Number(response.headers.get("x-server-time"));
    if (serverTime > 0) heardServerTime(serverTime);
    return response;
  };

const UNREACHABLE = "The server did not answer. Check the connection; nothing is known to have changed.";

/** The API without a session: before sign-in, and for a payer. */
export const publicApi: Client = contractClient(sendFor());

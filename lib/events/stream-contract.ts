import { endpoint } from "#lib/contract/endpoint.ts";

/** Server-sent events of the account (rulebook 11.2). */
export const streamEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/stream",
  scope: "events:read",
  summary: "Streams what happens in the account as server-sent events, in commit order, resumable by Last-Event-ID.",
  media: ["text/event-stream"],
  refuses: ["SERVICE_UNAVAILABLE"],
});

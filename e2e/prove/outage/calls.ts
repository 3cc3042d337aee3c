import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isSigned } from "#e2e/world/receiver.ts";
import type { World } from "#e2e/world/sandbox.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import type { DeliveryRecord } from "#lib/webhooks/contract.ts";
import { createEndpoint } from "#lib/webhooks/endpoints.ts";
import { getDeliveries } from "#lib/webhooks/get-deliveries.ts";

/** One call as it came: `at` in business time, `clock` by the database's own clock. */
export type Call = { id: string; at: number; clock: number; headers: IncomingHttpHeaders; text: string };

/** A receiver that notes when each call comes, and answers as it is told to; `undefined` leaves a call without an answer. */
export type Watched = {
  endpointId: string;
  secret: string;
  calls: Call[];
  status: number | undefined;
  close(): Promise<void>;
};

export type { DeliveryRecord as Delivery };

/** A receiver of the account that `ctx` acts for, with an endpoint of its own that asks for new bills alone. */
export async function openWatched(world: World, ctx: Ctx, status: number | undefined): Promise<Watched> {
  const server = createServer(async (request, response) => {
    const [moment] = (
      await world.app.database.pool.query<{ at: Date; clock: Date }>(
        "select business_now() as at, clock_timestamp() as clock",
      )
    ).rows;
    let text = "";
    for await (const chunk of request) text += chunk;
    const { headers } = request;
    const id = String(headers["webhook-id"]);
    watched.calls.push({ id, at: Number(moment?.at), clock: Number(moment?.clock), headers, text });
    answer(response, watched.status);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  const { endpointId, secret = "" } = await createEndpoint(ctx, { url, eventTypes: ["payment.created"] });
  const watched: Watched = {
    endpointId,
    secret,
    calls: [],
    status,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return watched;
}

function answer(response: ServerResponse, status: number | undefined): void {
  if (status !== undefined) response.writeHead(status).end();
}

/** What the API shows of the endpoint's deliveries, newest event first. */
export async function deliveriesTo(ctx: Ctx, { endpointId }: Watched): Promise<DeliveryRecord[]> {
  return (await getDeliveries(ctx, { endpointId })).data;
}

/** Calls that are not signed with the endpoint's secret. */
export function unsigned({ calls, secret }: Watched): string[] {
  const bad = calls.filter((call) => !isSigned(secret, call)).length;
  return bad === 0 ? [] : [`${bad} calls are not signed with the endpoint's secret`];
}

import { serve } from "#lib/http/serve.ts";
import { createEndpointEndpoint, getEndpointsEndpoint } from "#lib/webhooks/contract.ts";
import { createEndpoint, getEndpoints } from "#lib/webhooks/endpoints.ts";

export const GET = serve(getEndpointsEndpoint, getEndpoints);
export const POST = serve(createEndpointEndpoint, createEndpoint);

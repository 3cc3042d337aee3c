import { serve } from "#lib/http/serve.ts";
import { changeEndpointEndpoint, deleteEndpointEndpoint } from "#lib/webhooks/contract.ts";
import { changeEndpoint, deleteEndpoint } from "#lib/webhooks/endpoints.ts";

export const PATCH = serve(changeEndpointEndpoint, changeEndpoint);
export const DELETE = serve(deleteEndpointEndpoint, deleteEndpoint);

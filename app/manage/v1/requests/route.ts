import { getRequests } from "#lib/api/get-requests.ts";
import { getRequestsEndpoint } from "#lib/api/request-log-contract.ts";
import { serve } from "#lib/api/serve.ts";

export const GET = serve(getRequestsEndpoint, getRequests);

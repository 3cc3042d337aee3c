import { getRequests } from "#lib/log/get-requests.ts";
import { getRequestsEndpoint } from "#lib/log/request-log-contract.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(getRequestsEndpoint, getRequests);

import { getRequest } from "#lib/api/get-requests.ts";
import { getRequestEndpoint } from "#lib/api/request-log-contract.ts";
import { serve } from "#lib/api/serve.ts";

export const GET = serve(getRequestEndpoint, getRequest);

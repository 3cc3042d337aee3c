import { getRequest } from "#lib/log/get-requests.ts";
import { getRequestEndpoint } from "#lib/log/request-log-contract.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(getRequestEndpoint, getRequest);

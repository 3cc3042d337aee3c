import { getFailures } from "#lib/api/get-requests.ts";
import { getFailuresEndpoint } from "#lib/api/request-log-contract.ts";
import { serve } from "#lib/api/serve.ts";

export const GET = serve(getFailuresEndpoint, getFailures);

import { getFailures } from "#lib/log/get-requests.ts";
import { getFailuresEndpoint } from "#lib/log/request-log-contract.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(getFailuresEndpoint, getFailures);

import { serve } from "#lib/http/serve.ts";
import { listConversionsEndpoint } from "#lib/conversions/contract.ts";
import { listConversions } from "#lib/conversions/list-conversions.ts";

export const GET = serve(listConversionsEndpoint, listConversions);

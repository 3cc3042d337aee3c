import { serve } from "#lib/http/serve.ts";
import { countConversionsEndpoint } from "#lib/conversions/count-contract.ts";
import { countEachFilter } from "#lib/conversions/list-conversions.ts";

export const POST = serve(countConversionsEndpoint, countEachFilter);

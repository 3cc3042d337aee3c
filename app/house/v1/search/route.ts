import { serve } from "#lib/http/serve.ts";
import { houseSearchEndpoint } from "#lib/search/contract.ts";
import { search } from "#lib/search/search.ts";

export const GET = serve(houseSearchEndpoint, search);

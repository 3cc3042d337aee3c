import { serve } from "#lib/api/serve.ts";
import { searchEndpoint } from "#lib/payments/contract.ts";
import { search } from "#lib/payments/search.ts";

export const GET = serve(searchEndpoint, search);

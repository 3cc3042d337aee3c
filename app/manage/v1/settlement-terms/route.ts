import { serve } from "#lib/http/serve.ts";
import { listTerms } from "#lib/settlements/terms.ts";
import { getOwnTermsEndpoint } from "#lib/settlements/terms-contract.ts";

export const GET = serve(getOwnTermsEndpoint, listTerms);

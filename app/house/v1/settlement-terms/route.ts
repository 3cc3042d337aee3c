import { setTermsOrAsk } from "#lib/approvals/terms-or-ask.ts";
import { serve } from "#lib/http/serve.ts";
import { listTerms } from "#lib/settlements/terms.ts";
import { listTermsEndpoint, setTermsEndpoint } from "#lib/settlements/terms-contract.ts";

export const GET = serve(listTermsEndpoint, listTerms);
export const POST = serve(setTermsEndpoint, setTermsOrAsk);

import { reviewAccess } from "#lib/people/personal-data.ts";
import { reviewAccessEndpoint } from "#lib/people/user-contract.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(reviewAccessEndpoint, reviewAccess);

import { reviewHouseAccessEndpoint } from "#lib/people/house-user-contract.ts";
import { reviewAccess } from "#lib/people/personal-data.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(reviewHouseAccessEndpoint, reviewAccess);

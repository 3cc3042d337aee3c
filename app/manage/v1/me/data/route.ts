import { getOwnData } from "#lib/people/personal-data.ts";
import { getOwnDataEndpoint } from "#lib/people/me-contract.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(getOwnDataEndpoint, getOwnData);

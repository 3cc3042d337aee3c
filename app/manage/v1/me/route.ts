import { getMeEndpoint } from "#lib/people/me-contract.ts";
import { getMe } from "#lib/people/me.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(getMeEndpoint, getMe);

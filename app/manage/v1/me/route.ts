import { getMeEndpoint } from "#lib/people/own-contract.ts";
import { getMe } from "#lib/people/own.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(getMeEndpoint, getMe);

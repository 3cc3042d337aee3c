import { getMeEndpoint } from "#lib/access/own-contract.ts";
import { getMe } from "#lib/access/own.ts";
import { serve } from "#lib/api/serve.ts";

export const GET = serve(getMeEndpoint, getMe);

import { chooseReadingEndpoint, getMeEndpoint } from "#lib/people/me-contract.ts";
import { getMe } from "#lib/people/me.ts";
import { chooseReading } from "#lib/people/reading.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(getMeEndpoint, getMe);
export const PATCH = serve(chooseReadingEndpoint, chooseReading);

import { dropFactor } from "#lib/people/own-password.ts";
import { dropFactorEndpoint } from "#lib/people/link-contract.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(dropFactorEndpoint, dropFactor);

import { confirmAuthenticatorEndpoint } from "#lib/access/own-contract.ts";
import { confirmAuthenticator } from "#lib/access/second-factor.ts";
import { serve } from "#lib/api/serve.ts";

export const POST = serve(confirmAuthenticatorEndpoint, confirmAuthenticator);

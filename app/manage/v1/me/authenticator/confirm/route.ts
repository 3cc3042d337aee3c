import { confirmAuthenticatorEndpoint } from "#lib/people/me-contract.ts";
import { confirmAuthenticator } from "#lib/people/second-factor.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(confirmAuthenticatorEndpoint, confirmAuthenticator);

import { removeAuthenticatorEndpoint, startAuthenticatorEndpoint } from "#lib/people/me-contract.ts";
import { removeAuthenticator, startAuthenticator } from "#lib/people/second-factor.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(startAuthenticatorEndpoint, startAuthenticator);
export const DELETE = serve(removeAuthenticatorEndpoint, removeAuthenticator);

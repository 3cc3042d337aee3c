import { removeAuthenticatorEndpoint, startAuthenticatorEndpoint } from "#lib/access/own-contract.ts";
import { removeAuthenticator, startAuthenticator } from "#lib/access/second-factor.ts";
import { serve } from "#lib/api/serve.ts";

export const POST = serve(startAuthenticatorEndpoint, startAuthenticator);
export const DELETE = serve(removeAuthenticatorEndpoint, removeAuthenticator);

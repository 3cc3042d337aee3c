import { askForSignIn } from "#lib/people/ask-for-sign-in.ts";
import { askForSignInEndpoint } from "#lib/people/me-contract.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(askForSignInEndpoint, askForSignIn);

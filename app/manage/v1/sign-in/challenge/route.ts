import { askForSignIn } from "#lib/people/ask-for-sign-in.ts";
import { askForSignInEndpoint } from "#lib/people/own-contract.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(askForSignInEndpoint, askForSignIn);

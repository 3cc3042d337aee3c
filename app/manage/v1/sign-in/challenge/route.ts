import { askForSignIn } from "#lib/access/ask-for-sign-in.ts";
import { askForSignInEndpoint } from "#lib/access/own-contract.ts";
import { serve } from "#lib/api/serve.ts";

export const POST = serve(askForSignInEndpoint, askForSignIn);

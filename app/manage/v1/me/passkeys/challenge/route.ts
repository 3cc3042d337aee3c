import { askForPasskeyEndpoint } from "#lib/people/me-contract.ts";
import { askForPasskey } from "#lib/people/passkeys.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(askForPasskeyEndpoint, askForPasskey);

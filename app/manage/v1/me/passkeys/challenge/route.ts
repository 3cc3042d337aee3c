import { askForPasskeyEndpoint } from "#lib/access/own-contract.ts";
import { askForPasskey } from "#lib/access/passkeys.ts";
import { serve } from "#lib/api/serve.ts";

export const POST = serve(askForPasskeyEndpoint, askForPasskey);

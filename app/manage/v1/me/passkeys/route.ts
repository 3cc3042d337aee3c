import { addPasskeyEndpoint } from "#lib/access/own-contract.ts";
import { addPasskey } from "#lib/access/passkeys.ts";
import { serve } from "#lib/api/serve.ts";

export const POST = serve(addPasskeyEndpoint, addPasskey);

import { addPasskeyEndpoint } from "#lib/people/me-contract.ts";
import { addPasskey } from "#lib/people/passkeys.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(addPasskeyEndpoint, addPasskey);

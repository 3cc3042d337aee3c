import { removePasskeyEndpoint, renamePasskeyEndpoint } from "#lib/people/me-contract.ts";
import { removePasskey, renamePasskey } from "#lib/people/passkeys.ts";
import { serve } from "#lib/http/serve.ts";

export const PATCH = serve(renamePasskeyEndpoint, renamePasskey);
export const DELETE = serve(removePasskeyEndpoint, removePasskey);

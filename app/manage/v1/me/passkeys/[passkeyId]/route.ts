import { removePasskeyEndpoint, renamePasskeyEndpoint } from "#lib/access/own-contract.ts";
import { removePasskey, renamePasskey } from "#lib/access/passkeys.ts";
import { serve } from "#lib/api/serve.ts";

export const PATCH = serve(renamePasskeyEndpoint, renamePasskey);
export const DELETE = serve(removePasskeyEndpoint, removePasskey);

import { askForProofEndpoint } from "#lib/people/me-contract.ts";
import { askForProof } from "#lib/people/me.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(askForProofEndpoint, askForProof);

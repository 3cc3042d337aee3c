import { askForProofEndpoint } from "#lib/access/own-contract.ts";
import { askForProof } from "#lib/access/own.ts";
import { serve } from "#lib/api/serve.ts";

export const POST = serve(askForProofEndpoint, askForProof);

import { askForProofEndpoint } from "#lib/people/own-contract.ts";
import { askForProof } from "#lib/people/own.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(askForProofEndpoint, askForProof);

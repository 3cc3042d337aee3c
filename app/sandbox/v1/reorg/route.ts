import { serve } from "#lib/http/serve.ts";
import { reorganise } from "#lib/sandbox/chain-controls.ts";
import { reorganiseEndpoint } from "#lib/sandbox/contract.ts";

export const POST = serve(reorganiseEndpoint, reorganise);

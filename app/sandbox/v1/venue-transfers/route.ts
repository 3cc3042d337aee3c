import { serve } from "#lib/http/serve.ts";
import { playTransferEndpoint } from "#lib/sandbox/contract.ts";
import { playTransfer } from "#lib/sandbox/venue-control.ts";

export const POST = serve(playTransferEndpoint, playTransfer);

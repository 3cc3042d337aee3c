import { serve } from "#lib/http/serve.ts";
import { playBank } from "#lib/sandbox/bank-control.ts";
import { playBankEndpoint } from "#lib/sandbox/contract.ts";

export const POST = serve(playBankEndpoint, playBank);

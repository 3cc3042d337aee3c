import { serve } from "#lib/http/serve.ts";
import { spendEndpoint } from "#lib/sandbox/contract.ts";
import { spend } from "#lib/sandbox/spend.ts";

export const POST = serve(spendEndpoint, spend);

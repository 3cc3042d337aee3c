import { serve } from "#lib/api/serve.ts";
import { releaseDepositEndpoint } from "#lib/deposits/contract.ts";
import { releaseDeposit } from "#lib/deposits/decide-hold.ts";

export const POST = serve(releaseDepositEndpoint, releaseDeposit);

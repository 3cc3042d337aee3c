import { serve } from "#lib/http/serve.ts";
import { releaseDepositEndpoint } from "#lib/payments/hold-contract.ts";
import { releaseDeposit } from "#lib/deposits/decide-hold.ts";

export const POST = serve(releaseDepositEndpoint, releaseDeposit);

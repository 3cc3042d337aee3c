import { serve } from "#lib/api/serve.ts";
import { sendDeposit } from "#lib/sandbox/chain-levers.ts";
import { sendDepositEndpoint } from "#lib/sandbox/contract.ts";

export const POST = serve(sendDepositEndpoint, sendDeposit);

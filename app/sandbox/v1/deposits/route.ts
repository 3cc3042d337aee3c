import { serve } from "#lib/http/serve.ts";
import { sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { sendDepositEndpoint } from "#lib/sandbox/contract.ts";

export const POST = serve(sendDepositEndpoint, sendDeposit);

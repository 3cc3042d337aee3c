import { serve } from "#lib/api/serve.ts";
import { declineDepositEndpoint } from "#lib/deposits/contract.ts";
import { declineDeposit } from "#lib/deposits/decide-hold.ts";

export const POST = serve(declineDepositEndpoint, declineDeposit);

import { serve } from "#lib/http/serve.ts";
import { declineDepositEndpoint } from "#lib/payments/hold-contract.ts";
import { declineDeposit } from "#lib/deposits/decide-hold.ts";

export const POST = serve(declineDepositEndpoint, declineDeposit);

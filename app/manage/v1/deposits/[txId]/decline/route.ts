import { declineOwn } from "#lib/approvals/holds.ts";
import { serve } from "#lib/http/serve.ts";
import { declineDepositEndpoint } from "#lib/payments/hold-contract.ts";

export const POST = serve(declineDepositEndpoint, declineOwn);

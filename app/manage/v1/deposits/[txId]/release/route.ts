import { releaseOwn } from "#lib/approvals/holds.ts";
import { serve } from "#lib/http/serve.ts";
import { releaseDepositEndpoint } from "#lib/payments/hold-contract.ts";

export const POST = serve(releaseDepositEndpoint, releaseOwn);

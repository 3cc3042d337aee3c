import { serve } from "#lib/http/serve.ts";
import { activateWalletEndpoint } from "#lib/wallets/contract.ts";
import { activateWalletOrAsk } from "#lib/approvals/or-ask.ts";

export const POST = serve(activateWalletEndpoint, activateWalletOrAsk);

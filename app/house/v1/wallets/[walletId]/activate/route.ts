import { serve } from "#lib/http/serve.ts";
import { activateWalletEndpoint } from "#lib/wallets/contract.ts";
import { activateWallet } from "#lib/wallets/wallets.ts";

export const POST = serve(activateWalletEndpoint, activateWallet);

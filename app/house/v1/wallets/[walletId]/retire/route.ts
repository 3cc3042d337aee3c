import { serve } from "#lib/http/serve.ts";
import { retireWalletEndpoint } from "#lib/wallets/contract.ts";
import { retireWallet } from "#lib/wallets/wallets.ts";

export const POST = serve(retireWalletEndpoint, retireWallet);

import { serve } from "#lib/http/serve.ts";
import { listWalletsEndpoint, makeWalletEndpoint } from "#lib/wallets/contract.ts";
import { listWallets, makeWallet } from "#lib/wallets/wallets.ts";

export const GET = serve(listWalletsEndpoint, listWallets);
export const POST = serve(makeWalletEndpoint, makeWallet);

import { serve } from "#lib/http/serve.ts";
import { getBalancesEndpoint } from "#lib/ledger/contract.ts";
import { getBalances } from "#lib/ledger/get-balances.ts";

export const GET = serve(getBalancesEndpoint, getBalances);

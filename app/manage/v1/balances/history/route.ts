import { serve } from "#lib/http/serve.ts";
import { getBalanceHistoryEndpoint } from "#lib/ledger/contract.ts";
import { getBalanceHistory } from "#lib/ledger/get-balance-history.ts";

export const GET = serve(getBalanceHistoryEndpoint, getBalanceHistory);

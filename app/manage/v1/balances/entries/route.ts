import { serve } from "#lib/http/serve.ts";
import { listBalanceEntriesEndpoint } from "#lib/ledger/contract.ts";
import { listBalanceEntries } from "#lib/ledger/list-balance-entries.ts";

export const GET = serve(listBalanceEntriesEndpoint, listBalanceEntries);

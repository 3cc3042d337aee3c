import { listBankLinesEndpoint } from "#lib/bank/contract.ts";
import { listBankLines } from "#lib/bank/link-line.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(listBankLinesEndpoint, listBankLines);

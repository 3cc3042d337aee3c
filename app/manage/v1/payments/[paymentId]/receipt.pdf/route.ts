import { serve } from "#lib/api/serve.ts";
import { getReceiptEndpoint } from "#lib/paper/contract.ts";
import { getReceipt } from "#lib/paper/get-paper.ts";

export const GET = serve(getReceiptEndpoint, getReceipt);

import { serve } from "#lib/http/serve.ts";
import { getReceiptEndpoint } from "#lib/documents/contract.ts";
import { getReceipt } from "#lib/documents/get-document.ts";

export const GET = serve(getReceiptEndpoint, getReceipt);

import { serve } from "#lib/http/serve.ts";
import { listPreparedEndpoint, prepareTransactionEndpoint } from "#lib/signing/contract.ts";
import { listPrepared } from "#lib/signing/read-prepared.ts";
import { prepareTransaction } from "#lib/signing/prepare.ts";

export const GET = serve(listPreparedEndpoint, listPrepared);
export const POST = serve(prepareTransactionEndpoint, prepareTransaction);

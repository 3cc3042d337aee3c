import { serve } from "#lib/api/serve.ts";
import { executeConversionEndpoint } from "#lib/conversions/contract.ts";
import { executeConversion } from "#lib/conversions/execute-conversion.ts";
import { needRecord } from "#lib/conversions/get-conversions.ts";

/** A repeated execute answers the record as it is now, not as it was when the order left. */
export const POST = serve(executeConversionEndpoint, executeConversion, {
  replay: async (ctx, { invoiceId }) => ({ body: await needRecord(ctx, invoiceId) }),
});

import { serve } from "#lib/http/serve.ts";
import { cancelConversion } from "#lib/conversions/cancel-conversion.ts";
import {
  cancelConversionEndpoint,
  createConversionEndpoint,
  getConversionsEndpoint,
} from "#lib/conversions/contract.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { getConversions } from "#lib/conversions/get-conversions.ts";

export const GET = serve(getConversionsEndpoint, getConversions);
export const POST = serve(createConversionEndpoint, createConversion);
export const DELETE = serve(cancelConversionEndpoint, cancelConversion);

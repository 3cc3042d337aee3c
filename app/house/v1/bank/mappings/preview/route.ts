import { previewMappingEndpoint } from "#lib/bank/contract.ts";
import { previewMapping } from "#lib/bank/mappings.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(previewMappingEndpoint, previewMapping);

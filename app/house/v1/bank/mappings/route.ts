import { setMappingOrAsk } from "#lib/approvals/statement-or-ask.ts";
import { listMappingsEndpoint, setMappingEndpoint } from "#lib/bank/contract.ts";
import { listMappings } from "#lib/bank/mappings.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(listMappingsEndpoint, listMappings);
export const POST = serve(setMappingEndpoint, setMappingOrAsk);

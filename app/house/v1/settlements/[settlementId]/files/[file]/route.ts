import { getSettlementFile } from "#lib/exports/statement-file.ts";
import { serve } from "#lib/http/serve.ts";
import { getHouseSettlementFileEndpoint } from "#lib/settlements/statement-contract.ts";

export const GET = serve(getHouseSettlementFileEndpoint, getSettlementFile);

import { listHouseAuditValuesEndpoint } from "#lib/audit/contract.ts";
import { listAuditValues } from "#lib/audit/list-values.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(listHouseAuditValuesEndpoint, listAuditValues);

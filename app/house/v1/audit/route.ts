import { listHouseAuditEndpoint } from "#lib/audit/contract.ts";
import { listAudit } from "#lib/audit/list-audit.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(listHouseAuditEndpoint, listAudit);

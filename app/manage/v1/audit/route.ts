import { serve } from "#lib/http/serve.ts";
import { listAuditEndpoint } from "#lib/audit/contract.ts";
import { listAudit } from "#lib/audit/list-audit.ts";

export const GET = serve(listAuditEndpoint, listAudit);

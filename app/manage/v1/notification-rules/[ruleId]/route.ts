import { serve } from "#lib/http/serve.ts";
import { endRuleEndpoint } from "#lib/notices/contract.ts";
import { deleteRule } from "#lib/notices/rules.ts";

export const DELETE = serve(endRuleEndpoint, deleteRule);

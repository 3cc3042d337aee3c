import { serve } from "#lib/http/serve.ts";
import { listRulesEndpoint, makeRuleEndpoint } from "#lib/notices/contract.ts";
import { listRules, makeRule } from "#lib/notices/rules.ts";

export const GET = serve(listRulesEndpoint, listRules);
export const POST = serve(makeRuleEndpoint, makeRule);

import { serve } from "#lib/http/serve.ts";
import { testRuleEndpoint } from "#lib/notices/contract.ts";
import { testRule } from "#lib/notices/rules.ts";

export const POST = serve(testRuleEndpoint, testRule);

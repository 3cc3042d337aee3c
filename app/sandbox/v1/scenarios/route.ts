import { serve } from "#lib/api/serve.ts";
import { playScenarioEndpoint } from "#lib/sandbox/scenario-contract.ts";
import { playScenario } from "#lib/sandbox/scenarios.ts";

export const POST = serve(playScenarioEndpoint, playScenario);

import { serve } from "#lib/http/serve.ts";
import { playScenarioEndpoint } from "#lib/scenarios/scenario-contract.ts";
import { playScenario } from "#lib/scenarios/scenarios.ts";

export const POST = serve(playScenarioEndpoint, playScenario);

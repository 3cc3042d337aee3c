import { stateLostHoursOrAsk } from "#lib/approvals/lost-hours-or-ask.ts";
import { serve } from "#lib/http/serve.ts";
import { listLostHoursEndpoint, stateLostHoursEndpoint } from "#lib/outgoing/lost-hours-contract.ts";
import { listLostHours } from "#lib/outgoing/lost-hours.ts";

export const GET = serve(listLostHoursEndpoint, listLostHours);
export const POST = serve(stateLostHoursEndpoint, stateLostHoursOrAsk);

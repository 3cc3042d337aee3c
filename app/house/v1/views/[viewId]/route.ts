import { serve } from "#lib/http/serve.ts";
import { changeHouseViewEndpoint, deleteHouseViewEndpoint } from "#lib/views/contract.ts";
import { changeView, deleteView } from "#lib/views/views.ts";

export const PATCH = serve(changeHouseViewEndpoint, changeView);
export const DELETE = serve(deleteHouseViewEndpoint, deleteView);

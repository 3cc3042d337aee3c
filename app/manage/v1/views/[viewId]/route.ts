import { serve } from "#lib/http/serve.ts";
import { changeViewEndpoint, deleteViewEndpoint } from "#lib/views/contract.ts";
import { changeView, deleteView } from "#lib/views/views.ts";

export const PATCH = serve(changeViewEndpoint, changeView);
export const DELETE = serve(deleteViewEndpoint, deleteView);

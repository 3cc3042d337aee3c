import { serve } from "#lib/http/serve.ts";
import { getPlaceMovementEndpoint } from "#lib/places/contract.ts";
import { getPlaceMovement } from "#lib/places/get-place-movement.ts";

export const GET = serve(getPlaceMovementEndpoint, getPlaceMovement);

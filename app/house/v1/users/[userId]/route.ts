import { changeUserOrAsk } from "#lib/approvals/people-or-ask.ts";
import { serve } from "#lib/http/serve.ts";
import { changeHouseUserEndpoint, removeHousePersonEndpoint } from "#lib/people/house-user-contract.ts";
import { removePerson } from "#lib/people/users.ts";

export const PATCH = serve(changeHouseUserEndpoint, changeUserOrAsk);
export const DELETE = serve(removeHousePersonEndpoint, removePerson);

import { changeUserOrAsk } from "#lib/approvals/people-or-ask.ts";
import { changeUserEndpoint, removePersonEndpoint } from "#lib/people/user-contract.ts";
import { removePerson } from "#lib/people/users.ts";
import { serve } from "#lib/http/serve.ts";

export const PATCH = serve(changeUserEndpoint, changeUserOrAsk);
export const DELETE = serve(removePersonEndpoint, removePerson);

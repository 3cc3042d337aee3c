import { changeUserEndpoint, removePersonEndpoint } from "#lib/people/user-contract.ts";
import { changeUser, removePerson } from "#lib/people/users.ts";
import { serve } from "#lib/http/serve.ts";

export const PATCH = serve(changeUserEndpoint, changeUser);
export const DELETE = serve(removePersonEndpoint, removePerson);

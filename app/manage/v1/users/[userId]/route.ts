import { changeUserEndpoint } from "#lib/people/user-contract.ts";
import { changeUser } from "#lib/people/users.ts";
import { serve } from "#lib/http/serve.ts";

export const PATCH = serve(changeUserEndpoint, changeUser);

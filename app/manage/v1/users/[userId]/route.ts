import { changeUserEndpoint } from "#lib/access/user-contract.ts";
import { changeUser } from "#lib/access/users.ts";
import { serve } from "#lib/api/serve.ts";

export const PATCH = serve(changeUserEndpoint, changeUser);

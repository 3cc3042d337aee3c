import { getUsersEndpoint, makeUserEndpoint } from "#lib/access/user-contract.ts";
import { getUsers, makeUser } from "#lib/access/users.ts";
import { serve } from "#lib/api/serve.ts";

export const GET = serve(getUsersEndpoint, getUsers);
export const POST = serve(makeUserEndpoint, makeUser);

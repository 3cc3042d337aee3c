import { getUsersEndpoint, makeUserEndpoint } from "#lib/people/user-contract.ts";
import { getUsers, makeUser } from "#lib/people/users.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(getUsersEndpoint, getUsers);
export const POST = serve(makeUserEndpoint, makeUser);

import { invitePersonOrAsk } from "#lib/approvals/people-or-ask.ts";
import { getUsersEndpoint, invitePersonEndpoint } from "#lib/people/user-contract.ts";
import { getUsers } from "#lib/people/users.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(getUsersEndpoint, getUsers);
export const POST = serve(invitePersonEndpoint, invitePersonOrAsk);

import { invitePersonOrAsk } from "#lib/approvals/people-or-ask.ts";
import { serve } from "#lib/http/serve.ts";
import { getHouseUsersEndpoint, inviteHousePersonEndpoint } from "#lib/people/house-user-contract.ts";
import { getUsers } from "#lib/people/users.ts";

export const GET = serve(getHouseUsersEndpoint, getUsers);
export const POST = serve(inviteHousePersonEndpoint, invitePersonOrAsk);

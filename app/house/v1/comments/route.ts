import { listHouseCommentsEndpoint, makeHouseCommentEndpoint } from "#lib/cases/comment-contract.ts";
import { listComments, makeComment } from "#lib/cases/comments.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(listHouseCommentsEndpoint, listComments);
export const POST = serve(makeHouseCommentEndpoint, makeComment);

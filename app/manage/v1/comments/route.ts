import { listCommentsEndpoint, makeCommentEndpoint } from "#lib/cases/comment-contract.ts";
import { listComments, makeComment } from "#lib/cases/comments.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(listCommentsEndpoint, listComments);
export const POST = serve(makeCommentEndpoint, makeComment);

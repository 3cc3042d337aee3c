import { serve } from "#lib/api/serve.ts";
import { getNoteEndpoint } from "#lib/paper/contract.ts";
import { getNote } from "#lib/paper/get-paper.ts";

export const GET = serve(getNoteEndpoint, getNote);

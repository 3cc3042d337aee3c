import { serve } from "#lib/http/serve.ts";
import { getNoteEndpoint } from "#lib/documents/contract.ts";
import { getNote } from "#lib/documents/get-paper.ts";

export const GET = serve(getNoteEndpoint, getNote);

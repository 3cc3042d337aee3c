import { serve } from "#lib/http/serve.ts";
import { getNoteEndpoint } from "#lib/documents/contract.ts";
import { getNote } from "#lib/documents/get-document.ts";

export const GET = serve(getNoteEndpoint, getNote);

import { llmsText } from "../docs/library.ts";
import { readerOrigin } from "../docs/reader.ts";

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  return new Response(llmsText(await readerOrigin()), { headers: { "content-type": "text/plain; charset=utf-8" } });
}

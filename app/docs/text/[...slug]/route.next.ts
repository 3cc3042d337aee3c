import { findPage, plainText } from "../../library.ts";
import { readerOrigin } from "../../reader.ts";

/** The twin of a page as Markdown, at the page's address with `.md` behind it. */
export async function GET(_request: Request, { params }: { params: Promise<{ slug: string[] }> }): Promise<Response> {
  const page = findPage((await params).slug.join("/"));
  if (!page)
    return new Response("# Not found\n", { status: 404, headers: { "content-type": "text/markdown; charset=utf-8" } });
  const text = plainText(page, await readerOrigin());
  return new Response(text, { headers: { "content-type": "text/markdown; charset=utf-8" } });
}

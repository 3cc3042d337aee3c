const TEXTS = new WeakMap<Response, string>();

/** A response of a text, which {@link bytesOf} gets back without reading the stream that is made of it. */
export function textResponse(text: string, init: ResponseInit): Response {
  const response = new Response(text, init);
  TEXTS.set(response, text);
  return response;
}

/** The whole body of a response that ends. */
export async function bytesOf(response: Response): Promise<Buffer> {
  const text = TEXTS.get(response);
  return text === undefined ? Buffer.from(await response.arrayBuffer()) : Buffer.from(text);
}

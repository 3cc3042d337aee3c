import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** One webhook as it came in. */
export type Received = {
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown> & { sequence: number };
  headers: IncomingHttpHeaders;
  text: string;
};

/** A PSP's webhook receiver. */
export type Receiver = {
  url: string;
  /** What was answered with 2xx, in the order it came. */
  received: Received[];
  /** Everything that came, answered well or not. */
  calls: number;
  /** Most calls open at one time. */
  mostOpen: number;
  /** What it answers with, and after how long or what. */
  answer: { status: number; afterMs: number; body: string; after?: Promise<unknown>; headers?: Record<string, string> };
  /** Cuts a connection that it has answered on before, in place of an answer. */
  cutsReused: boolean;
  /** Lets nobody in until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
};

/** One in the background does not keep its process alive. */
export async function openReceiver({ background = false } = {}): Promise<Receiver> {
  let server: Server | undefined;
  let port = 0;
  let open = 0;
  const receiver: Receiver = {
    url: "",
    received: [],
    calls: 0,
    mostOpen: 0,
    answer: { status: 200, afterMs: 0, body: "thanks" },
    cutsReused: false,
    async down() {
      const going = server;
      server = undefined;
      going?.closeAllConnections();
      await new Promise((done) => (going ? going.close(done) : done(undefined)));
    },
    async up() {
      const answered = new WeakSet<object>();
      server = createServer(async (request, response) => {
        receiver.calls += 1;
        if (receiver.cutsReused && answered.has(request.socket)) return void request.socket.destroy();
        answered.add(request.socket);
        open += 1;
        receiver.mostOpen = Math.max(receiver.mostOpen, open);
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const text = Buffer.concat(chunks).toString("utf8");
        const { status, afterMs, body, after, headers } = receiver.answer;
        if (afterMs > 0) await new Promise((wake) => setTimeout(wake, afterMs));
        await after;
        open -= 1;
        if (status >= 200 && status < 300) {
          receiver.received.push({
            ...JSON.parse(text),
            id: String(request.headers["webhook-id"]),
            headers: request.headers,
            text,
          });
        }
        response.writeHead(status, headers).end(body);
      }).listen(port, "127.0.0.1");
      await once(server, "listening");
      if (background) server.unref();
      port = (server.address() as AddressInfo).port;
      receiver.url = `http://127.0.0.1:${port}/hooks`;
    },
    close: () => receiver.down(),
  };
  await receiver.up();
  return receiver;
}

const MAX_AGE_SECONDS = 300;

/** Verifies as a PSP would: by the Standard Webhooks text, from the raw body, with the one secret it knows. */
export function isSigned(secret: string, { headers, text }: Pick<Received, "headers" | "text">): boolean {
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    String(headers[name]),
  );
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > MAX_AGE_SECONDS) return false;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${text}`).digest();
  return String(signatures)
    .split(" ")
    .some((each) => {
      const given = Buffer.from(each.replace("v1,", ""), "base64");
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
}

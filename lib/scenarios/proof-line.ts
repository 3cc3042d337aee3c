import type { Ctx } from "#lib/kernel/context.ts";
import { openSender, type Reply } from "#lib/webhooks/send.ts";
import { webhookSignature } from "#lib/webhooks/signature.ts";
import { resolverFor } from "#lib/webhooks/target.ts";

/** Shorter than in earnest: a receiver that needs longer has failed already. */
const TIMEOUT_MS = 6_000;
/** A receiver that does its work after answering needs no more. */
export const FAST_MS = 2_000;

export type ProofMessage = { id: string; body: string };
/** What a message departs in from a good one; `sentBody` goes out in the place of the body that was signed. */
export type Departure = { signedBy?: readonly string[]; ageS?: number; sentBody?: string };

/** A line to the receiver that is proven, signing with its endpoint's secret. */
export type ReceiverLine = {
  secret: string;
  send(message: ProofMessage, departure?: Departure): Promise<Reply>;
  close(): void;
};

/** Opens it by the very rules of ordinary deliveries: what they may not reach, a proof does not reach either. */
export function openLine(ctx: Ctx, url: string, secret: string): ReceiverLine {
  const allowHosts = ctx.app.env.webhookAllowHosts;
  const sender = openSender({ allowHosts, allowHttp: true, resolve: resolverFor(allowHosts) }, TIMEOUT_MS);
  return {
    secret,
    send({ id, body }, { signedBy = [secret], ageS = 0, sentBody = body } = {}) {
      const timestamp = Math.floor(Date.now() / 1_000) - ageS;
      return sender.send({
        url,
        headers: {
          "user-agent": "crypto-payment-desk",
          "webhook-id": id,
          "webhook-timestamp": String(timestamp),
          "webhook-signature": webhookSignature(signedBy, { id, timestamp, body }),
        },
        body: sentBody,
      });
    },
    close: () => sender.close(),
  };
}

export type WantedReply = "2xx" | "refusal";

/** A refusal is an answer of the 4xx: silence or a fault of the receiver's own is none. */
export function isWanted({ statusCode = 0 }: Reply, wants: WantedReply): boolean {
  return wants === "2xx" ? statusCode >= 200 && statusCode < 300 : statusCode >= 400 && statusCode < 500;
}

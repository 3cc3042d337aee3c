import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

const YEAR_S = 31_536_000;

/** Where a payer says where money goes: it stands in no other page. */
const REFUND_PAGE = "/pay/refund";

/** What every answer carries, from the API, files, Next, or as a refusal. */
export function openAnswerHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "x-frame-options": "DENY",
    "content-security-policy": "frame-ancestors 'none'",
    // Once seen over https, browsers ask for nothing of this host by http any more (RFC 6797).
    ...(publicUrl.startsWith("https:") && { "strict-transport-security": `max-age=${YEAR_S}; includeSubDomains` }),
  };
}

/**
 * What a page may load: nothing of a foreign host, and scripts written into the page only with the nonce of this very
 * answer. Next reads the nonce from the request's own policy and puts it on the scripts that it writes.
 */
export function setPagePolicy(
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
  dev: boolean,
): void {
  const nonce = randomBytes(16).toString("base64");
  const isFramed = pathname.startsWith("/pay/") && pathname !== REFUND_PAGE;
  const policy = [
    "default-src 'self'",
    // Under development React and Next evaluate text, and pages reload by a socket.
    `script-src 'self' 'nonce-${nonce}'${dev ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${dev ? " ws: wss:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    // A shop may show the payer's page inside its own.
    `frame-ancestors ${isFramed ? "*" : "'none'"}`,
  ].join("; ");
  request.headers["content-security-policy"] = policy;
  delete request.headers["content-security-policy-report-only"];
  response.setHeader("content-security-policy", policy);
  if (isFramed) response.removeHeader("x-frame-options");
}

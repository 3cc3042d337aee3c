import { createHash, randomBytes } from "node:crypto";

/** What a one-time link lets its holder do. */
export type LinkKind = "INVITATION" | "PASSWORD" | "FACTOR";

/** How long a link may be used (rulebook 3.26). Wall clock. */
export const LINK_MS: number = 72 * 60 * 60 * 1000;

/** How long a recovery waits before its link may be used; the database holds the same (rulebook 3.35). Wall clock. */
export const RECOVERY_MS: number = 24 * 60 * 60 * 1000;

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

/** 256 random bits as base64url: nothing about a link can be guessed, and what is kept of it opens nothing. */
export const newLinkToken = (): string => randomBytes(TOKEN_BYTES).toString("base64url");

/** What is kept of a token; undefined when it cannot be one. */
export function linkDigest(token: string): Uint8Array<ArrayBuffer> | undefined {
  return TOKEN.test(token) ? new Uint8Array(createHash("sha256").update(token).digest()) : undefined;
}

const PAGES: Record<LinkKind, string> = {
  INVITATION: "/invitation",
  PASSWORD: "/new-password",
  FACTOR: "/reset-factor",
};

/** The page a link opens. The token stands behind #, which no browser sends, so that no server or proxy logs it. */
export const linkUrl = (publicUrl: string, kind: LinkKind, token: string): string =>
  `${publicUrl}${PAGES[kind]}#${token}`;

process.env.NEXT_TELEMETRY_DISABLED = "1";

/**
 * Pages are `.tsx`, and the few routes that Next answers for us are `route.next.ts`. The API's routes, `route.ts`, are
 * Next route handlers as well, and a hosted Next builds and serves them; behind our front server, which mounts the same
 * modules itself, Next has no copy of them: that would double the time of a build, and be a second way in.
 */
const ANSWERED_BY_NEXT = ["tsx", "next.ts"];

/** Headers of answers stand in lib/server/answer-headers.ts, for pages and for what is not Next's alike. */
/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  pageExtensions: process.env.API_APART ? ANSWERED_BY_NEXT : [...ANSWERED_BY_NEXT, "ts"],
  devIndicators: false,
  // Optional and heavy: loaded by Node when a venue asks for it, never bundled.
  serverExternalPackages: [
    "ccxt",
    "pdfkit",
    "@simplewebauthn/server",
    "@zxcvbn-ts/core",
    "@zxcvbn-ts/language-common",
    "@zxcvbn-ts/language-en",
  ],
  // `npm run check` proves the types of the whole tree; a start should not wait for that.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // At its start Next would load every page, many times the same megabyte. A page is loaded when it is first asked for.
    preloadEntriesOnStart: false,
    // A build happens once after each change; keeping what the next one might use again costs it half of its time more.
    turbopackFileSystemCacheForBuild: false,
  },
  // Its optimizer is a door of its own, and no page has a picture for it.
  images: { unoptimized: true },
  // Approvals were a part of the settings: letters that link there are still read.
  async redirects() {
    const has = [{ type: "query", key: "tab", value: "approvals" }];
    return [{ source: "/settings", has, destination: "/approvals", permanent: false }];
  },
  async rewrites() {
    return [{ source: "/docs/:page(.+)\\.md", destination: "/docs/text/:page" }];
  },
};

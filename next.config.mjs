process.env.NEXT_TELEMETRY_DISABLED = "1";

/** Headers of answers stand in lib/server/answer-headers.ts, for pages and for what is not Next's alike. */
/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
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
  // At its start Next would load every page and its own copy of every route, which nobody asks it for: 36 times the same
  // megabyte. A page is loaded when it is first asked for.
  experimental: { preloadEntriesOnStart: false },
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

process.env.NEXT_TELEMETRY_DISABLED = "1";

const dev = process.env.NODE_ENV === "development";

/** No foreign host anywhere. Next's own bootstrap is inline script; the theme needs none, it is rendered from a cookie. */
const policy = (frames) =>
  [
    "default-src 'self'",
    `script-src 'self' 'unsafe-inline'${dev ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${dev ? " ws: wss:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frames}`,
  ].join("; ");

const everywhere = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "same-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), payment=(), usb=()" },
];

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
  async rewrites() {
    return [{ source: "/docs/:page(.+)\\.md", destination: "/docs/text/:page" }];
  },
  async headers() {
    return [
      { source: "/:path*", headers: everywhere },
      {
        source: "/((?!pay/).*)",
        headers: [
          { key: "Content-Security-Policy", value: policy("'none'") },
          { key: "X-Frame-Options", value: "DENY" },
        ],
      },
      { source: "/pay/:path*", headers: [{ key: "Content-Security-Policy", value: policy("*") }] },
    ];
  },
};

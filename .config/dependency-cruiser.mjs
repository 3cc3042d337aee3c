// The floors of the house as rules: imports go down only. What each folder is for stands in README.md, Architecture.
const TESTS = "\\.test\\.tsx?$";
export const NATIVE_ROUTES = "^app/(payment|manage|house|sandbox)/";
export const STORES = "^lib/[^/]+/[^/]*store\\.ts$";

/**
 * The rooms of `lib`, lowest floor first. What a room imports stands on a floor below, or on its own floor further left;
 * types of a contract are open to all. A folder that is not named here fails.
 */
export const FLOORS = [
  ["generated", "kernel"],
  ["contract", "i18n"],
  ["audit", "mail", "events", "idempotency", "pricing", "ledger", "log"],
  [
    "settings",
    "people",
    "keys",
    "wallets",
    "chains",
    "liquidity",
    "screening",
    "beneficiaries",
    "resolutions",
    "outgoing",
  ],
  [
    "bills",
    "deposits",
    "conversions",
    "payments",
    "payouts",
    "settlements",
    "moves",
    "bank",
    "transfers",
    "inventory",
    "places",
    "signing",
    "cases",
    "views",
  ],
  [
    "approvals",
    "documents",
    "exports",
    "webhooks",
    "notices",
    "search",
    "health",
    "overview",
    "customers",
    "recovery",
    "check",
  ],
  ["http", "sandbox", "worker", "scenarios", "sdk", "reference"],
  ["postgres", "cli", "server"],
];

/** The rooms of `components`, by the same rule. What stands in `components` itself is below them all. */
export const PAGE_FLOORS = [
  ["styles", "keyboard", "ui"],
  ["filters", "charts", "live", "exports", "documents", "docs", "nav", "rules", "auth"],
  ["account", "views", "comments", "approvals", "wallets", "signing", "payer"],
  ["conversions", "payments", "treasury", "payouts", "settlements", "audit", "exceptions", "bills"],
  ["developers", "overview", "chains", "ledger", "customers", "settings"],
  ["command-menu", "shell"],
];

/** Files that decide and do nothing else: whatever they load, none of it knows the database, the network or a process. */
export const PURE = [
  "lib/bank/{camt,csv,mapping,match,statement,sums}.ts",
  "lib/beneficiaries/{address,iban}.ts",
  "lib/bills/{bill,confirmations-for,promise-limits,terms}.ts",
  "lib/cases/{cause-of,valuation}.ts",
  "lib/conversions/{conversion-states,invoice}.ts",
  "lib/deposits/{fresh-sale,needs,part,reason,reason-facts,sentence,states,treatment}.ts",
  "lib/ledger/{chart,*journal}.ts",
  "lib/liquidity/{fill,final-outcome,house-quote,protocol,route,share-fill,steady}.ts",
  "lib/moves/move.ts",
  "lib/payments/payment-states.ts",
  "lib/payouts/{pain,payout-states}.ts",
  "lib/pricing/{book,cross,firm-bid,price,quorum}.ts",
  "lib/settings/{definitions,setting,tiers}.ts",
  "lib/settlements/settlement-states.ts",
  "lib/signing/{difference,prepared-states,psbt,sighash,utxo-plan,{evm,tron,utxo}-signed}.ts",
  "lib/transfers/match.ts",
  "lib/wallets/{cashaddr,derive,encodings}.ts",
  "lib/webhooks/retry.ts",
];

const named = (root, rooms) =>
  rule(
    `every-room-of-${root}-has-a-floor`,
    `A folder of ${root} stands in its table of floors.`,
    {},
    { path: `^${root}/(?!(?:${rooms.join("|")})/)[^/]+/` },
  );

const rule = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

export default {
  forbidden: [
    rule(
      "no-cycles",
      "Two files that need each other are one, or miss a third.",
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    ),
    rule(
      "resolvable",
      "Every import names a file that exists or a package that is listed.",
      {},
      { couldNotResolve: true },
    ),
    rule("no-barrels", "Import from the file that holds it.", {}, { path: "^(?!node_modules).*/index\\.tsx?$" }),
    rule(
      "no-development-packages",
      "The running program has no development packages.",
      { path: "^(app|components|lib|prisma)/", pathNot: TESTS },
      { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    ),
    rule(
      "kernel-knows-no-business",
      "The kernel knows no noun.",
      { path: "^lib/kernel/", pathNot: TESTS },
      { path: "^(lib/(?!kernel/|generated/)|app/|components/)", dependencyTypesNot: ["type-only"] },
    ),
    rule(
      "pages-know-no-store",
      "Pages and components know contracts and the api client.",
      { path: "^(app|components)/", pathNot: `${NATIVE_ROUTES}|^app/api/` },
      { path: `${STORES}|^lib/(worker|cli|server)/|^lib/generated/|node_modules/(pg|@prisma/.*)/` },
    ),
    rule(
      "prisma-in-stores",
      "Only stores and the kernel's database talk to Prisma.",
      {
        path: "^lib/",
        pathNot: `${STORES}|\\.sql\\.ts$|^lib/kernel/(database|in-turn|statement)\\.ts$|^lib/generated/|${TESTS}`,
      },
      { path: "^(lib/generated/|node_modules/@prisma/)" },
    ),
    rule(
      "react-in-the-browser",
      "Only pages and components know React.",
      { path: "^(lib|prisma)/" },
      { path: "node_modules/(react|react-dom|@tanstack/.*)/" },
    ),
    rule(
      "next-in-its-rooms",
      "Only app and lib/server know Next.",
      { path: "^(lib|prisma)/", pathNot: "^lib/server/" },
      { path: "node_modules/next/" },
    ),
    rule(
      "next-auth-in-its-rooms",
      "Only app and the sign-in form know next-auth; the session is read through next-auth/jwt.",
      { path: "^(lib|prisma)/" },
      { path: "node_modules/next-auth/(?!jwt)" },
    ),
    rule(
      "upwards",
      "lib and prisma know nothing of pages, components and journeys.",
      { path: "^(lib|prisma)/", pathNot: TESTS },
      { path: "^(app|components|e2e)/" },
    ),
    rule(
      "entries-are-ends",
      "Nobody imports an entry point.",
      { pathNot: TESTS },
      { path: "^lib/(worker|cli|server)/(main|start)\\.ts$" },
    ),
    rule(
      "entries-compose",
      "Only entry points build what a process shares.",
      { path: "^lib/(?!(?:worker|cli|server)/)", pathNot: TESTS },
      { path: "^lib/services\\.ts$" },
    ),
    named("lib", FLOORS.flat()),
    named("components", PAGE_FLOORS.flat()),
  ],
  options: {
    doNotFollow: { path: "node_modules|^lib/generated" },
    exclude: { path: "^(\\.next|next-env)" },
    skipAnalysisNotInRules: true,
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      cachedInputFileSystem: { cacheDuration: 60_000 },
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    },
  },
};

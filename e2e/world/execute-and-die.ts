import { executeConversion } from "#lib/conversions/execute-conversion.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { openApp } from "#lib/services.ts";
import { checkEnv } from "#lib/kernel/env.ts";
import { krakenVenue } from "#lib/liquidity/venues/kraken.ts";

// A process of its own that executes a conversion at Kraken, for a test that kills it while the answer is out.
const [accountId = "", invoiceId = "", key = "", secret = "", baseUrl = ""] = process.argv.slice(2);
const venue = krakenVenue({ key, secret, baseUrl, timeoutMs: 60_000 });
const app = { ...(await openApp(checkEnv(process.env).env)), venues: [venue], venue };
const ctx = contextFor(app, {
  actor: { kind: "key", keyId: "ak_test", scopes: [] },
  account: { id: accountId, name: "acme" },
  requestId: "test",
});
await executeConversion(ctx, { invoiceId });

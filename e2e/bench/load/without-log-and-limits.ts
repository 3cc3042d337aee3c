import { registerHooks } from "node:module";

// Loaded before the server, it takes the request log and the rate limits out of it, so that what they cost can be told.

const STAND_INS: readonly { path: string; source: string }[] = [
  { path: "/lib/log/log-request.ts", source: "export const logRequest = () => {};" },
  {
    path: "/lib/http/rate-limit.ts",
    source:
      "export const budgetOf = () => ({}); export const takeFromBudget = async () => ({}); export const giveBack = () => undefined;",
  },
];

registerHooks({
  load(url, context, next) {
    const found = STAND_INS.find(({ path }) => url.endsWith(path));
    return found ? { format: "module", source: found.source, shortCircuit: true } : next(url, context);
  },
});

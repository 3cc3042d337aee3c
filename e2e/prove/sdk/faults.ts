import type { SelfTest } from "#e2e/world/planted.ts";

/** What the SDK's proof must find: in the package as it was built, on each Node. */
export const selfTest: SelfTest = {
  args: [],
  seeds: 1,
  faults: [
    {
      name: "an idempotency key of one's own is not sent",
      plants: [{ packed: "client.js", old: "(idempotencyKey ?? crypto.randomUUID())", new: "crypto.randomUUID()" }],
    },
    {
      name: "a list ends with its first page",
      plants: [
        { packed: "client.js", old: "return startsAfter ? { startsAfter } : undefined;", new: "return undefined;" },
      ],
    },
    {
      name: "it needs what Node 20 has not got",
      plants: [{ packed: "client.js", old: "const TRY_AGAIN =", new: "Promise.withResolvers();\nconst TRY_AGAIN =" }],
    },
    {
      name: "a query is not escaped",
      plants: [
        {
          packed: "client.js",
          old: "`${name}=${encodeURIComponent(String(value))}`",
          new: "`${name}=${String(value)}`",
        },
      ],
    },
    {
      name: "an altered webhook is believed",
      plants: [
        {
          packed: "client.js",
          old: 'throw new Error("webhook-signature does not hold");',
          new: "return JSON.parse(body);",
        },
      ],
    },
    {
      name: "a refusal is no error of its own kind",
      plants: [
        {
          packed: "client.js",
          old: "const error = new DeskError(response.status, body);",
          new: "const error = Object.assign(new Error(body.code), { code: body.code });",
        },
      ],
    },
  ],
};

import type { SelfTest } from "#e2e/world/planted.ts";

/** What the duplicates must find: keys that are forgotten, mixed up or not asked for, and requests that are taken twice. */
export const selfTest: SelfTest = {
  args: [
    "--crowd",
    "8",
    "--only",
    "^(requestPaymentAddress|createConversion|executeConversion|cancelConversion|recordPayout)$",
  ],
  seeds: 1,
  faults: [
    {
      name: "a key is free for everybody who comes",
      plants: [
        {
          file: "lib/idempotency/claims.ts",
          old: "if (claimed) return",
          new: "if (claimed || payload_hash !== undefined) return",
        },
        {
          file: "lib/idempotency/idempotency.sql.ts",
          old: "and owner = $9::uuid and completed_at is null`",
          new: "and $9::uuid is not null`",
        },
        {
          file: "lib/bills/bills.sql.ts",
          old: "where b.claim_owner is null or b.claim_owner in (select owner from completed)",
          new: "",
        },
      ],
    },
    {
      name: "what was answered under a key is not answered again",
      plants: [
        {
          file: "lib/http/idempotency.ts",
          old: "if (row?.stored) return { stored: row.stored };",
          new: "",
        },
      ],
    },
    {
      name: "a key answers another payload too",
      plants: [
        {
          file: "lib/http/idempotency.ts",
          old: "if (row && row.payloadHash !== payloadHash) {",
          new: 'if (row && row.payloadHash === "") {',
        },
      ],
    },
    {
      name: "a request is taken again under its nonce",
      plants: [
        {
          file: "lib/keys/key-store.ts",
          old: "nonceIsNew: nonce !== undefined && key.unused.delete(nonce)",
          new: "nonceIsNew: true",
        },
      ],
    },
    {
      name: "the answer under a key is an empty one",
      plants: [
        {
          file: "lib/http/idempotency.ts",
          old: "  return { body, headers, status };",
          new: '  return { body: body ? "{}" : "", headers, status };',
        },
      ],
    },
    {
      name: "a refused request keeps its key",
      plants: [
        {
          file: "lib/http/idempotency.ts",
          old: "await deleteClaim(app.database.prisma, claim.scope, claim.owner).catch(",
          new: "await Promise.resolve(deleteClaim).catch(",
        },
      ],
    },
  ],
};

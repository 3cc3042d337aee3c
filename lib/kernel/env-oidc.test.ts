import { expect, test } from "vitest";
import { oidcOf } from "./env-oidc.ts";

const PROVIDER = { OIDC_ISSUER: "https://login.example.com", OIDC_CLIENT_ID: "desk", OIDC_CLIENT_SECRET: "hush" };
/** What is read of a provider with this beside it, and what is wrong with it. */
function read(more: Record<string, string>) {
  const faults: string[] = [];
  const given: Record<string, string> = { ...PROVIDER, ...more };
  const oidc = oidcOf(
    (name) => given[name],
    "live",
    (fault) => void faults.push(fault),
  );
  return { signedBy: oidc?.signedBy, faults };
}

test("what tokens are signed with is named by its algorithm, never one by a shared secret; else the provider says it", () => {
  expect(read({})).toEqual({ signedBy: undefined, faults: [] });
  expect(read({ OIDC_SIGNED_BY: "ES256" })).toEqual({ signedBy: "ES256", faults: [] });
  for (const wrong of ["HS256", "none", "es256", "RS256,ES256"])
    expect(read({ OIDC_SIGNED_BY: wrong }).faults).toEqual([
      `OIDC_SIGNED_BY is "${wrong}": give one of RS256, PS256, ES256, EdDSA, ES384, ES512, PS384, PS512, RS384, RS512.`,
    ]);
});

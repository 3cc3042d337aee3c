import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import type { Oidc } from "#lib/kernel/env-oidc.ts";
import { providerOf } from "./sso-provider.ts";

/** What is taken from a provider that says this of itself. */
async function of(metadata: string, signedBy?: Oidc["signedBy"]) {
  const server = createServer((_, response) => void response.end(metadata)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    return await providerOf({ issuer, signedBy } as Oidc);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
const listing = async (...listed: unknown[]) =>
  (await of(JSON.stringify({ id_token_signing_alg_values_supported: listed }))).signedBy;

test("a provider's tokens are signed by its own key alone: by RS256, or what it lists in its place", async () => {
  expect(await listing("ES256")).toBe("ES256");
  expect(await listing("HS256", "EdDSA")).toBe("EdDSA");
  expect(await listing("ES512", "ES256")).toBe("ES256");
  expect(await listing("EdDSA", "ES256", "RS256")).toBe("RS256");
  for (const listed of [["none", "HS256"], [], [7]]) expect(await listing(...listed)).toBe("RS256");
  expect(await of('{"scopes_supported":["openid"]}')).toEqual({ scope: "openid email profile", signedBy: "RS256" });
  expect(await of("no JSON")).toEqual({ scope: "openid email profile groups", signedBy: "RS256" });
});

test("what the operator says goes before what a provider lists", async () => {
  const listed = JSON.stringify({ id_token_signing_alg_values_supported: ["RS256", "ES256"] });
  expect((await of(listed)).signedBy).toBe("RS256");
  expect((await of(listed, "ES256")).signedBy).toBe("ES256");
  expect((await of('{"id_token_signing_alg_values_supported":["ES256"]}', "RS256")).signedBy).toBe("RS256");
});

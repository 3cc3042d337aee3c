import { HDKey } from "@scure/bip32";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";
import type { Role } from "#lib/access/scopes.ts";

let api: Api;
const cookies = new Map<Role, string>();
beforeAll(async () => {
  api = await openApi();
  for (const role of ["viewer", "treasurer"] as const) cookies.set(role, await api.cookie(role));
  await api.lever("blocks", { network: "bitcoin", count: 3 });
  await api.settle();
});
afterAll(async () => api?.close());

const as = (role: Role) => ({ key: null, headers: { cookie: cookies.get(role) ?? "", origin: api.url } });
type Shown = Record<string, unknown> & { network: string };

describe("the chains", () => {
  test("tell staff how complete they are, in one sentence each", async () => {
    const { status, as: read } = await api.get("/manage/v1/chains", as("viewer"));
    expect(status).toBe(200);
    const { data } = read<{ data: Shown[] }>();
    expect(data.map(({ network }) => network)).toEqual(["bitcoin", "bitcoincash", "eth", "tron"]);
    expect(data[0]).toMatchObject({
      state: "OK",
      sentence: "Complete to block 3.",
      completeTo: 3,
      height: 3,
      headHeight: 3,
      lag: 0,
      gaps: [],
    });
  });

  test("tell a probe the same", async () => {
    const { chains } = (await api.get("/readyz", { key: null })).as<{ chains: Shown[] }>();
    expect(chains[0]).toMatchObject({ network: "bitcoin", height: 3, lag: 0, completeTo: 3, state: "OK" });
    expect(typeof chains[0]?.["lastSeen"]).toBe("number");
    expect((await api.get("/metrics", { key: null })).text).toContain('desk_chain_ok{network="bitcoin"} 1');
  });

  test("are resumed and scanned again by who may, when there is something to do", async () => {
    const resume = (role: Role, network: string) =>
      api.post(`/manage/v1/chains/${network}/resume`, { note: "compared" }, as(role));
    expect((await resume("viewer", "bitcoin")).status).toBe(403);
    expect((await resume("treasurer", "dogecoin")).problem.code).toBe("NOT_FOUND");
    expect((await resume("treasurer", "bitcoin")).problem.code).toBe("INVALID_STATE");
    const rescan = (from: number) =>
      api.post("/manage/v1/chains/bitcoin/rescan", { from, note: "a key was imported" }, as("treasurer"));
    expect((await rescan(3)).problem.errors?.[0]?.field).toBe("from");
    expect((await rescan(1)).as<Shown>()).toMatchObject({ completeTo: 0, gaps: [{ first: 1, last: 2 }] });
    await api.settle();
    const { data } = (await api.get("/manage/v1/chains", as("viewer"))).as<{ data: Shown[] }>();
    expect(data[0]).toMatchObject({ completeTo: 3, gaps: [] });
  });

  test("are no business of a PSP's key", async () => {
    const key = await api.newKey({ scopes: ["account:read", "payments:write"] });
    expect((await api.get("/manage/v1/chains", { key })).status).toBe(403);
    expect((await api.get("/manage/v1/wallets", { key })).status).toBe(403);
  });
});

describe("the wallets", () => {
  test("are listed, added and activated in two steps", async () => {
    const { data } = (await api.get("/manage/v1/wallets", as("viewer"))).as<{ data: Shown[] }>();
    expect(data).toHaveLength(5);
    expect(data.every(({ active }) => active === true)).toBe(true);
    const xpub = HDKey.fromMasterSeed(new Uint8Array(32).fill(3)).derive("m/84'/0'/0'").publicExtendedKey;
    const wanted = { kind: "BTC_P2WPKH", xpub, path: "m/84'/0'/0'" };
    expect((await api.post("/manage/v1/wallets", wanted, as("viewer"))).status).toBe(403);
    const made = (await api.post("/manage/v1/wallets", wanted, as("treasurer"))).as<
      Shown & { walletId: string; addresses: { address: string }[] }
    >();
    expect(made).toMatchObject({ active: false, kind: "BTC_P2WPKH", network: "bitcoin" });
    const target = `/manage/v1/wallets/${made.walletId}/activate`;
    const firstAddress = made.addresses[0]?.address ?? "";
    expect((await api.post(target, { firstAddress: "bc1qother" }, as("treasurer"))).status).toBe(400);
    const activated = (await api.post(target, { firstAddress }, as("treasurer"))).as<Shown>();
    expect(activated).toMatchObject({ active: true, walletId: made.walletId });
    expect((await api.bill({ bech32: true })).deposit_address).toBe(firstAddress);
  });
});

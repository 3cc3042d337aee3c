import { HDKey } from "@scure/bip32";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";
import type { ApiRequest } from "#e2e/world/client.ts";

let api: Api;
let viewer: Partial<ApiRequest>;
let treasurer: Partial<ApiRequest>;
beforeAll(async () => {
  api = await openApi();
  viewer = await api.staffOfHouse("viewer");
  treasurer = await api.staffOfHouse("treasurer");
  await api.control("blocks", { network: "bitcoin", count: 3 });
  await api.settle();
});
afterAll(async () => api?.close());

type Shown = Record<string, unknown> & { network: string };

describe("the chains", () => {
  test("tell staff how complete they are, in one sentence each", async () => {
    const { status, as: read } = await api.get("/house/v1/chains", viewer);
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

  test("answer by the former path as by the house's own", async () => {
    expect((await api.get("/manage/v1/chains", viewer)).text).toBe((await api.get("/house/v1/chains", viewer)).text);
  });

  test("tell a probe the same", async () => {
    const { chains } = (await api.get("/readyz", { key: null })).as<{ chains: Shown[] }>();
    expect(chains[0]).toMatchObject({ network: "bitcoin", height: 3, lag: 0, completeTo: 3, state: "OK" });
    expect(typeof chains[0]?.["lastSeen"]).toBe("number");
    expect((await api.get("/metrics", { key: null })).text).toContain('desk_chain_ok{network="bitcoin"} 1');
  });

  test("are resumed and scanned again by who may, when there is something to do", async () => {
    const resume = (who: Partial<ApiRequest>, network: string) =>
      api.post(`/house/v1/chains/${network}/resume`, { note: "compared" }, who);
    expect((await resume(viewer, "bitcoin")).status).toBe(403);
    expect((await resume(treasurer, "dogecoin")).problem.code).toBe("NOT_FOUND");
    expect((await resume(treasurer, "bitcoin")).problem.code).toBe("INVALID_STATE");
    const rescan = (from: number) =>
      api.post("/house/v1/chains/bitcoin/rescan", { from, note: "a key was imported" }, treasurer);
    expect((await rescan(3)).problem.errors?.[0]?.field).toBe("from");
    expect((await rescan(1)).as<Shown>()).toMatchObject({ completeTo: 0, gaps: [{ first: 1, last: 2 }] });
    await api.settle();
    const { data } = (await api.get("/house/v1/chains", viewer)).as<{ data: Shown[] }>();
    expect(data[0]).toMatchObject({ completeTo: 3, gaps: [] });
  });

  test("are no business of an account, be it its key or its administrator", async () => {
    for (const who of [{}, await api.staff("admin")])
      for (const path of ["/house/v1/chains", "/house/v1/wallets", "/manage/v1/chains", "/manage/v1/wallets"])
        expect((await api.get(path, who)).status).toBe(403);
  });
});

describe("the wallets", () => {
  test("are listed, added and activated in two steps", async () => {
    const { data } = (await api.get("/house/v1/wallets", viewer)).as<{ data: Shown[] }>();
    const app = data.filter(({ account }) => account === undefined);
    expect(app).toHaveLength(5);
    expect(data.every(({ active }) => active === true)).toBe(true);
    const xpub = HDKey.fromMasterSeed(new Uint8Array(32).fill(3)).derive("m/84'/0'/0'").publicExtendedKey;
    const wanted = { kind: "BTC_P2WPKH", xpub, path: "m/84'/0'/0'" };
    expect((await api.post("/house/v1/wallets", wanted, viewer)).status).toBe(403);
    const made = (await api.post("/house/v1/wallets", wanted, treasurer)).as<
      Shown & { walletId: string; addresses: { address: string }[] }
    >();
    expect(made).toMatchObject({ active: false, kind: "BTC_P2WPKH", network: "bitcoin" });
    const target = `/house/v1/wallets/${made.walletId}/activate`;
    const firstAddress = made.addresses[0]?.address ?? "";
    expect((await api.post(target, { firstAddress: "bc1qother" }, treasurer)).status).toBe(400);
    const activated = (await api.post(target, { firstAddress }, treasurer)).as<Shown>();
    expect(activated).toMatchObject({ active: true, walletId: made.walletId });
    expect((await api.bill({ bech32: true })).deposit_address).toBe(firstAddress);
  });
});

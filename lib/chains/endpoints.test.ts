import { describe, expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { bitcoinChain } from "./bitcoin.ts";
import { type Chain, ChainFault } from "./chain.ts";
import { everyEndpoint } from "./endpoints.ts";

const node = { ask: async () => null, askMany: async () => [], wait: async () => null, scan: async () => null };
const whole = bitcoinChain({ network: "bitcoin", reorgLimit: 10, everyMs: 1, heardEveryMs: 1, landmarks: [] }, node);
const endpoint = (members: Partial<Chain>): Chain => ({ ...whole, ...members });
const away = async () => {
  throw new ChainFault("bitcoin", "The endpoint does not answer in time.", true);
};

describe("several endpoints as one", () => {
  test("have whatever one of them has", () => {
    expect(Object.keys(everyEndpoint([whole, whole]))).toEqual(expect.arrayContaining(Object.keys(whole)));
  });

  test("tell who paid by the first that keeps what was spent", async () => {
    const forgets = endpoint({ sendersOf: async () => undefined });
    const keeps = endpoint({ sendersOf: async () => ["bc1q"] });
    const silent = endpoint({ sendersOf: away });
    expect(await everyEndpoint([forgets, silent, keeps]).sendersOf?.("tx", undefined)).toEqual(["bc1q"]);
    expect(await everyEndpoint([forgets, forgets]).sendersOf?.("tx", undefined)).toBeUndefined();
    await expect(everyEndpoint([forgets, silent]).sendersOf?.("tx", undefined)).rejects.toThrow(ChainFault);
  });

  test("tell what an unconfirmed payment pays by the first whose mempool has it", async () => {
    const lacks = endpoint({ feeOf: async () => undefined });
    const has = endpoint({ feeOf: async () => ({ rate: Decimal.from(1), replaceable: true }) });
    expect((await everyEndpoint([lacks, has]).feeOf?.("tx"))?.rate?.toString()).toBe("1");
    expect(await everyEndpoint([lacks, lacks]).feeOf?.("tx")).toBeUndefined();
  });
});

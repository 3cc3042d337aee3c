import { describe, expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { bitcoinChain } from "./bitcoin.ts";
import {
  type Chain,
  ChainFault,
  type EvmCalls,
  type FoundOutput,
  type OutputScan,
  type SafeCalls,
  type Transfer,
  type TronCalls,
  wholeMempool,
} from "./chain.ts";
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

  test("tell which scripts were paid by all that can say it", async () => {
    const paying = (...scripts: string[]) =>
      endpoint({ receipts: async () => scripts.map((script) => ({ script, height: 1 })) });
    const silent = endpoint({ receipts: away });
    const paid = async (...chains: Chain[]) =>
      (await everyEndpoint(chains).receipts?.([], 0, 9))?.map(({ script }) => script);
    expect(await paid(paying(), silent, paying("b"))).toEqual(["b"]);
    expect(await paid(paying("a"), paying("b"))).toEqual(["a", "b"]);
    await expect(paid(silent, silent)).rejects.toThrow(ChainFault);
  });

  test("scan at once, find what any of them finds, and leave off together", async () => {
    const ended: string[] = [];
    const output = (txHash: string, units: bigint): FoundOutput => ({
      txHash,
      outputIndex: 0,
      script: "s",
      units,
      height: 1,
    });
    const at = (name: string, progress: number, start: OutputScan["start"]) =>
      endpoint({ scan: { start, progress: async () => progress, abort: async () => void ended.push(name) } });
    const finds =
      (...outputs: FoundOutput[]) =>
      async () => ({ height: outputs.length, outputs });
    const scan = (...chains: Chain[]) => everyEndpoint(chains).scan;
    const both = scan(at("one", 40, finds()), at("two", 7, finds(output("a", 1n), output("b", 2n))));
    expect(await both?.start(["s"])).toEqual({ height: 0, outputs: [output("a", 1n), output("b", 2n)] });
    expect([await both?.progress(), ended]).toEqual([7, []]);
    await both?.abort();
    expect(ended.splice(0).sort()).toEqual(["one", "two"]);
    expect(
      await scan(
        at("one", 0, finds()),
        at("two", 0, async () => undefined),
      )?.start([]),
    ).toBeUndefined();
    await expect(scan(at("one", 0, finds()), at("two", 0, away))?.start([])).rejects.toThrow(ChainFault);
    expect(ended.sort()).toEqual(["one", "two"]);
  });

  test("do not agree on a block of which they tell another sender, worth or ripeness", async () => {
    const block = { height: 1, hash: "h", parentHash: "g", time: new Date(0) };
    const paid = { txHash: "t", outputIndex: 0, position: 0, asset: "USDT@eth", script: "s", units: 1n } as const;
    const reports = (transfer: Partial<Transfer>, paidUnits = 5n) =>
      endpoint({
        head: async () => block,
        block: async () => ({
          ...block,
          transfers: [{ ...paid, ...transfer }],
          spending: [{ txHash: "u", inputs: ["i:0"], paidUnits }],
        }),
      });
    const agree = async (one: Chain, other: Chain) => {
      const both = everyEndpoint([one, other]);
      const reported = await both.block(1);
      return reported && both.agrees?.(reported);
    };
    expect(await agree(reports({}), reports({}))).toBe(true);
    for (const other of [reports({ sourceScript: "x" }), reports({ maturity: 100 }), reports({}, 6n)])
      await expect(agree(reports({}), other)).rejects.toThrow(/different transfers/);
  });

  test("give a transaction by whichever has it", async () => {
    const has = endpoint({ rawTransaction: async () => "00" });
    const lies = endpoint({ rawTransaction: away });
    expect(await everyEndpoint([lies, has]).rawTransaction?.("tx", "b")).toBe("00");
    const forgot = endpoint({ inputsOf: async () => undefined });
    const knows = endpoint({ inputsOf: async () => ["coin:0"] });
    expect(await everyEndpoint([forgot, knows]).inputsOf?.("tx", "b")).toEqual(["coin:0"]);
  });

  test("tell who paid by all that keep what was spent, so that none hides a sender", async () => {
    const forgets = endpoint({ sendersOf: async () => undefined });
    const keeps = endpoint({ sendersOf: async () => ["bc1q"] });
    const silent = endpoint({ sendersOf: away });
    expect(await everyEndpoint([forgets, silent, keeps]).sendersOf?.("tx", undefined)).toEqual(["bc1q"]);
    const lies = endpoint({ sendersOf: async () => ["bc1p"] });
    expect(await everyEndpoint([lies, keeps, keeps]).sendersOf?.("tx", undefined)).toEqual(["bc1p", "bc1q"]);
    expect(await everyEndpoint([forgets, forgets]).sendersOf?.("tx", undefined)).toBeUndefined();
    await expect(everyEndpoint([forgets, silent]).sendersOf?.("tx", undefined)).rejects.toThrow(ChainFault);
  });

  test("tell what an unconfirmed payment pays by the first whose mempool has it", async () => {
    const lacks = endpoint({ feeOf: async () => undefined });
    const has = endpoint({ feeOf: async () => ({ rate: Decimal.from(1), replaceable: true }) });
    expect((await everyEndpoint([lacks, has]).feeOf?.("tx"))?.rate?.toString()).toBe("1");
    expect(await everyEndpoint([lacks, lacks]).feeOf?.("tx")).toBeUndefined();
  });

  test("have a payment while one has it, and lose it where none does", async () => {
    const transfer = { txHash: "tx", outputIndex: 0 } as Transfer;
    const mempools = [true, true];
    const silent = [false, false];
    const anewEach: boolean[] = [];
    const at = (which: number) =>
      endpoint({
        head: async () => (silent[which] ? away() : { height: 1, hash: "h", parentHash: "", time: new Date(0) }),
        mempool: async (anew = false) => {
          if (which === 1) anewEach.push(anew);
          return wholeMempool(mempools[which] ? [transfer] : []);
        },
        finalOutcome: async () => (mempools[which] ? "PENDING" : which === 0 ? "DOUBLE_SPENT" : "GONE"),
      });
    const both = everyEndpoint([at(0), at(1)]);
    const look = async () => {
      await both.head();
      const { fresh, holds } = await both.mempool();
      return [fresh.length, holds("tx"), await both.finalOutcome("tx", [])];
    };
    expect(await look()).toEqual([1, true, "PENDING"]);
    mempools[0] = false;
    expect(await look()).toEqual([1, true, "PENDING"]);
    // The one that has it is away: by what the others say it is gone, until that one is back and tells all it has.
    silent[1] = true;
    expect(await look()).toEqual([0, false, "DOUBLE_SPENT"]);
    silent[1] = false;
    expect(await look()).toEqual([1, true, "PENDING"]);
    expect(anewEach).toEqual([true, false, true]);
    mempools[1] = false;
    expect(await look()).toEqual([0, false, "DOUBLE_SPENT"]);
    silent[0] = true;
    expect(await look()).toEqual([0, false, "GONE"]);
  });

  test("say what became of a transaction only where all of them say the same", async () => {
    const safes = (used: number, executed: string[]) =>
      ({ usedUpTo: async () => used, executedBy: async () => executed }) as unknown as SafeCalls;
    const eth = (sent: number, outcome: string, used: number, executed: string[]) =>
      ({
        sentUpTo: async () => sent,
        sentOrWaiting: async () => sent,
        outcome: async () => outcome,
        safes: safes(used, executed),
      }) as unknown as EvmCalls;
    const answersOf = async (chain: Chain) => {
      const { calls, tronCalls } = chain;
      const answers = await Promise.allSettled([
        calls?.sentUpTo("s", 1),
        calls?.outcome("tx"),
        calls?.safes?.usedUpTo("s", 1),
        calls?.safes?.executedBy("s", "tx"),
        tronCalls?.outcome("tx"),
      ]);
      return answers.map((each) =>
        each.status === "fulfilled" ? each.value : (each.reason as Error).constructor.name,
      );
    };
    const tron = (outcome: string) => ({ outcome: async () => outcome }) as unknown as TronCalls;
    const one = endpoint({ calls: eth(1, "NONE", 1, ["a"]), tronCalls: tron("NONE") });
    const other = endpoint({ calls: eth(2, "FAILED", 2, ["b"]), tronCalls: tron("DONE") });
    const silent = endpoint({
      calls: {
        ...eth(1, "NONE", 1, ["a"]),
        sentUpTo: away,
        outcome: away,
        safes: { ...safes(1, ["a"]), usedUpTo: away },
      },
      tronCalls: { outcome: away } as unknown as TronCalls,
    });
    expect(await answersOf(everyEndpoint([one, one]))).toEqual([1, "NONE", 1, ["a"], "NONE"]);
    expect(await answersOf(everyEndpoint([one, other]))).toEqual(Array.from({ length: 5 }, () => "ChainFault"));
    const [sent, outcome, used, , ofTron] = await answersOf(everyEndpoint([one, silent]));
    expect([sent, outcome, used, ofTron]).toEqual(Array.from({ length: 4 }, () => "ChainFault"));
    expect(await everyEndpoint([one, other]).calls?.sentOrWaiting("s")).toBe(2);
  });

  test("say what lies there, and what was paid, only where all of them say the same", async () => {
    const holding = (units: bigint, more: readonly [string, bigint][] = []): Partial<Chain> => {
      const held = async () => new Map([...more, ["b", units], ["a", 1n]] as const);
      const costOf = async () => ({ wei: units, carriedWei: 0n, blockHash: "h" });
      const state = async () => ({ version: "1.4.1", nonce: Number(units), threshold: 2, owners: 3 });
      return { unspent: held, balances: held, coins: held, costOf, calls: { safes: { state } } as unknown as EvmCalls };
    };
    const answersOf = async (...members: Partial<Chain>[]) => {
      const chain = everyEndpoint(members.map(endpoint));
      const answers = await Promise.allSettled([
        chain.unspent?.(["a"]),
        chain.balances?.("USDT@eth", ["a"], 1),
        chain.coins?.(["a"], 1),
        chain.costOf?.("tx", 0n),
        chain.calls?.safes?.state("s"),
      ]);
      return answers.map((each) => (each.status === "fulfilled" ? each.value !== undefined : "ChainFault"));
    };
    const fault = Array.from({ length: 5 }, () => "ChainFault");
    const reordered = async () =>
      new Map([
        ["a", 1n],
        ["b", 5n],
      ] as const);
    expect(await answersOf(holding(5n), { ...holding(5n), coins: reordered })).toEqual(fault.map(() => true));
    expect(await answersOf(holding(5n), holding(6n))).toEqual(fault);
    expect((await answersOf(holding(5n), holding(5n, [["c", 0n]]))).slice(0, 3)).toEqual(fault.slice(0, 3));
    const silent = { ...holding(5n), unspent: away, balances: away, coins: away, costOf: away };
    expect((await answersOf(holding(5n), silent)).slice(0, 4)).toEqual(fault.slice(0, 4));
    // One without the second interface of tron tells nothing of it, and the other does alone.
    expect(Object.keys(everyEndpoint([whole, endpoint({ coins: reordered })]))).toContain("coins");
  });

  test("call final what all of them do", async () => {
    const at = (height: number | undefined) => endpoint({ finalHeight: async () => height });
    expect(await everyEndpoint([at(7), at(5)]).finalHeight?.()).toBe(5);
    expect(await everyEndpoint([at(7), at(undefined)]).finalHeight?.()).toBeUndefined();
    expect(await everyEndpoint([at(7), endpoint({ finalHeight: away })]).finalHeight?.()).toBeUndefined();
  });
});

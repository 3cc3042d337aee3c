import { describe, expect, test } from "vitest";
import { bloomOf, type EvmLog, tokenTransfers } from "./evm-logs.ts";
import { ETH_WRITING, TRON_WRITING, tronContract } from "./main-nets.ts";

const TOKEN = "0xdac17f958d2ee523a2206206994597c13d831ec7";
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const PAYER = "0x00000000000000000000000000000000000000a1";
const OURS = "0x00000000000000000000000000000000000000b2";
const FEES = "0x00000000000000000000000000000000000000c3";

const word = (value: bigint | string) =>
  `0x${(typeof value === "bigint" ? value.toString(16) : value.slice(2)).padStart(64, "0")}`;
let logIndex = 0;
const log = (more: Partial<EvmLog> = {}, to = OURS, units = 5_000_000n): EvmLog => ({
  address: TOKEN,
  topics: [TRANSFER, word(PAYER), word(to)],
  data: word(units),
  blockHash: `0x${"1".repeat(64)}`,
  blockNumber: 7,
  transactionHash: `0x${"a".repeat(64)}`,
  transactionIndex: 3,
  logIndex: logIndex++,
  ...more,
});
const read = (...logs: EvmLog[]) => tokenTransfers(logs, new Map([[TOKEN, "USDT@eth"]]), ETH_WRITING);

describe("token transfers among logs", () => {
  test("the receiver's own log counts, with what it says arrived: a fee on transfer is another log", () => {
    expect(read(log({}, FEES, 50_000n), log({}, OURS, 4_950_000n))).toMatchObject([
      { script: FEES.slice(2), units: 50_000n, outputIndex: 0 },
      { script: OURS.slice(2), units: 4_950_000n, outputIndex: 1 },
    ]);
  });

  test.each([
    ["taken back by the node", log({ removed: true })],
    ["of value zero", log({}, OURS, 0n)],
    ["of another contract", log({ address: FEES })],
    ["of another event", log({ topics: [word(1n), word(PAYER), word(OURS)] })],
    ["with an indexed value, as collectibles have", log({ topics: [TRANSFER, word(PAYER), word(OURS), word(5n)] })],
    ["without data", log({ data: "0x" })],
  ])("a log %s is nothing", (_name, each) => {
    expect(read(each)).toEqual([]);
  });

  test("the index counts all logs of the own transaction, whatever moved before it in the block", () => {
    const other = log({ transactionHash: `0x${"b".repeat(64)}`, transactionIndex: 0 });
    const approval = log({ topics: [word(1n)], data: "0x" });
    expect(read(other, approval, log()).map(({ outputIndex }) => outputIndex)).toEqual([0, 1]);
  });

  test("tron writes hashes bare and accounts its own way", () => {
    const [transfer] = tokenTransfers(
      [log({ topics: [TRANSFER, word(0n), word(OURS)] })],
      new Map([[TOKEN, "USDT@tron"]]),
      TRON_WRITING,
    );
    expect(transfer).toMatchObject({ txHash: "a".repeat(64), sourceAddress: "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb" });
  });

  test("tron's USDT contract in the form its JSON-RPC takes", () => {
    expect(tronContract("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t")).toBe("0xa614f803b6fd780986a42c78ec9c7f77e6ded13c");
  });
});

describe("the filter a header repeats", () => {
  test("is empty without logs, has three bits for one item, and changes with each log", () => {
    expect(bloomOf([])).toBe(`0x${"0".repeat(512)}`);
    const one = bloomOf([log({ topics: [] })]);
    expect(
      [...one.slice(2)].reduce(
        (sum, digit) => sum + Number.parseInt(digit, 16).toString(2).replaceAll("0", "").length,
        0,
      ),
    ).toBe(3);
    expect(bloomOf([log(), log({}, FEES)])).not.toBe(bloomOf([log()]));
  });
});

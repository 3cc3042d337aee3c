import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";
import type { ApiRequest, Got } from "#e2e/world/client.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import { type RawTransaction, readRaw, writeRaw } from "#lib/chains/raw-transaction.ts";
import { cryptoPayout, prepared, signedOne } from "./openapi-examples.signing.ts";

// Rulebook 13.7, by HTTP: what comes back from a signer is what was prepared, or it is refused with the difference, and
// nothing has changed.

let api: Api;
let house: Pick<ApiRequest, "key" | "headers">;
beforeAll(async () => {
  api = await openApi();
  await api.plainPrices();
  house = await api.staffOfHouse("admin");
});
afterAll(() => api.close());

const PREPARED = "/house/v1/prepared-transactions";
const OTHER = `0014${"ab".repeat(20)}`;
type Record = { preparedId: string; status: string; quantity: number; txHash?: string };

const post = (target: string, body: object = {}): Promise<Got> => api.send({ method: "POST", target, body, ...house });
const upload = (preparedId: string, signed: unknown) => post(`${PREPARED}/${preparedId}/signed`, { signed });
const stateOf = async (preparedId: string): Promise<string> =>
  (await api.send({ method: "GET", target: `${PREPARED}/${preparedId}`, ...house })).text;
const statusOf = async (preparedId: string): Promise<string> =>
  (JSON.parse(await stateOf(preparedId)) as Record).status;
const payoutOf = async (payoutId = "") =>
  (await api.get(`/manage/v1/payouts/${payoutId}`)).as<{ status: string }>().status;
async function ready() {
  const real = await signedOne(api);
  const signed = Object.entries(real).find(([name]) => name.startsWith("cHN"))?.[1] ?? "";
  return { preparedId: real[IDS.prepared] ?? "", payoutId: real[IDS.payout], signed };
}
function changed(signed: string, change: (tx: RawTransaction) => RawTransaction): string {
  const tx = readRaw(signed);
  return tx ? writeRaw(change(tx), { witnesses: true }) : signed;
}
const first = <Item>([one, ...rest]: readonly Item[], change: (item: Item) => Item): Item[] =>
  one === undefined ? [] : [change(one), ...rest];

type Change = readonly [name: string, part: string, change: (signed: string) => string];
const CHANGES: readonly Change[] = [
  [
    "pays a unit less",
    "AMOUNT",
    (signed) =>
      changed(signed, (tx) => ({ ...tx, outputs: first(tx.outputs, (paid) => ({ ...paid, units: paid.units - 1n })) })),
  ],
  [
    "pays somebody else",
    "DESTINATION",
    (signed) =>
      changed(signed, (tx) => ({ ...tx, outputs: first(tx.outputs, (paid) => ({ ...paid, script: OTHER })) })),
  ],
  [
    "pays one more",
    "OUTPUTS",
    (signed) => changed(signed, (tx) => ({ ...tx, outputs: [...tx.outputs, { units: 600n, script: OTHER }] })),
  ],
  [
    "leaves its change to the miners",
    "OUTPUTS",
    (signed) => changed(signed, (tx) => ({ ...tx, outputs: tx.outputs.slice(0, 1) })),
  ],
  [
    "is not signed",
    "UNSIGNED",
    (signed) =>
      changed(signed, (tx) => ({
        ...tx,
        inputs: first(tx.inputs, (spent) => ({ ...spent, script: "", witness: [] })),
      })),
  ],
];

describe("what comes back from the signer", () => {
  test.each(CHANGES)("and %s is refused by its difference, and changes nothing", async (_name, part, change) => {
    const { preparedId, payoutId, signed } = await ready();
    const before = await stateOf(preparedId);
    const { status, problem } = await upload(preparedId, change(signed));
    expect([status, problem]).toEqual([
      400,
      expect.objectContaining({
        code: "VALIDATION_FAILED",
        errors: [{ field: "signed", message: problem.message }],
        difference: expect.objectContaining({ part }),
      }),
    ]);
    expect(await stateOf(preparedId)).toBe(before);
    expect(await payoutOf(payoutId)).toBe("PREPARED");
    expect((await upload(preparedId, signed)).status).toBe(200);
  });

  test.each([
    ["no transaction", "00"],
    ["no text", 7],
    ["empty", ""],
  ])("and is %s is refused", async (_name, signed) => {
    const { preparedId } = await ready();
    const { status, problem } = await upload(preparedId, signed);
    expect([status, problem.code, problem.errors?.[0]?.field]).toEqual([400, "VALIDATION_FAILED", "signed"]);
    expect(await statusOf(preparedId)).toBe("PREPARED");
  });

  test("is taken once it is the prepared one, however often it comes, and sent once", async () => {
    const { preparedId, payoutId, signed } = await ready();
    expect(await post(`${PREPARED}/${preparedId}/send`)).toMatchObject({
      status: 409,
      problem: { code: "INVALID_STATE" },
    });
    const taken = await Promise.all(Array.from({ length: 5 }, () => upload(preparedId, signed)));
    expect(new Set(taken.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(taken[0]).toMatchObject({ status: 200 });
    expect(await post(`${PREPARED}/${preparedId}/cancel`, { note: "Not now." })).toMatchObject({
      status: 409,
      problem: { code: "INVALID_STATE", message: "This transaction is SIGNED and cannot be cancelled." },
    });
    const sent = await Promise.all(Array.from({ length: 5 }, () => post(`${PREPARED}/${preparedId}/send`)));
    expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 200));
    expect(new Set(sent.map((got) => got.as<Record>().txHash)).size).toBe(1);
    expect(await payoutOf(payoutId)).toBe("BROADCAST");
    expect((await upload(preparedId, CHANGES[1]?.[2](signed))).status).toBe(400);
  });

  test("comes too late for what was taken back", async () => {
    const { preparedId, payoutId, signed } = await ready();
    expect((await post(`${PREPARED}/${preparedId}/cancel`, { note: "Not now." })).status).toBe(200);
    expect(await upload(preparedId, signed)).toMatchObject({
      status: 409,
      problem: { code: "INVALID_STATE", message: "This transaction is CANCELLED." },
    });
    expect(await payoutOf(payoutId)).toBe("APPROVED");
  });
});

describe("what is to be prepared", () => {
  const prepare = (body: object) => post(PREPARED, { network: "bitcoin", ...body });

  test("is not what is in another transaction, of another network, unknown, nothing, or dearer than the limits", async () => {
    const { [IDS.payout]: inAnother } = await prepared(api);
    const { [IDS.payout]: free = "" } = await cryptoPayout(api);
    const refusals: [object, number, string][] = [
      [{ payoutIds: [inAnother] }, 409, "INVALID_STATE"],
      [{ network: "eth", payoutIds: [free] }, 409, "INVALID_STATE"],
      [{ payoutIds: ["00000000-0000-7000-8000-000000000000"] }, 404, "NOT_FOUND"],
      [{}, 400, "VALIDATION_FAILED"],
      [{ payoutIds: [] }, 400, "VALIDATION_FAILED"],
      [{ payoutIds: [free], feeRate: 2_000 }, 409, "INVALID_STATE"],
      [{ payoutIds: [free], feeRate: 0 }, 400, "VALIDATION_FAILED"],
    ];
    for (const [body, status, code] of refusals) {
      const got = await prepare(body);
      expect([body, got.status, got.problem.code]).toEqual([body, status, code]);
      expect(await payoutOf(free)).toBe("APPROVED");
    }
    const twice = await prepare({ payoutIds: [free, free] });
    expect([twice.status, twice.as<Record>().quantity]).toEqual([200, 0.001]);
  });

  test("is the house's: neither its viewers prepare, nor an account's own people", async () => {
    const { [IDS.payout]: free = "" } = await cryptoPayout(api);
    for (const staff of [await api.staffOfHouse("viewer"), await api.staff("admin")]) {
      const got = await api.send({
        method: "POST",
        target: PREPARED,
        body: { network: "bitcoin", payoutIds: [free] },
        ...staff,
      });
      expect(got.status).toBe(403);
    }
    expect(await payoutOf(free)).toBe("APPROVED");
  });
});

import { expect, test } from "vitest";
import type { OutputOf } from "#lib/contract/endpoint.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { Contracts, WrittenFields } from "#lib/reference/contracts.ts";
import { loadOperations } from "#lib/reference/endpoints.ts";
import type { Desk } from "./operations.ts";
import { OPERATIONS } from "./operations.ts";

// The SDK carries its own types, so that it can be used with nothing else. Here the compiler holds them against the
// contracts: a field that is called otherwise there does not compile here.

type Name = keyof typeof OPERATIONS;

/** The names of a value's fields, at every depth; what stands in them is not compared. */
type Names<T> = T extends string | number | bigint | boolean | null | undefined | Date | Decimal
  ? unknown
  : T extends readonly (infer Item)[]
    ? readonly Names<Item>[]
    : T extends Record<string, never>
      ? unknown
      : T extends object
        ? { [Field in keyof T]-?: Names<Exclude<T[Field], undefined>> }
        : unknown;

type SdkInputs = { [Each in Name]: Names<Exclude<Parameters<Desk[Each]>[0], undefined>> };
type SdkAnswers = { [Each in Name]: Names<Awaited<ReturnType<Desk[Each]>>> };
type ContractInputs = {
  [Each in Name]: Names<FieldsOf<Contracts[Each]["query"]> & FieldsOf<Contracts[Each]["body"]>>;
};
type FieldsOf<Schema> = Schema extends undefined ? unknown : WrittenFields<Schema>;
type ContractAnswers = { [Each in Name]: Names<OutputOf<Contracts[Each]>> };

/** Compiles where the contracts have every field that the SDK knows. */
type Held<Sdk, Contract extends Sdk> = keyof Sdk & keyof Contract;

const PLACES: Readonly<Record<Held<SdkInputs, ContractInputs> & Held<SdkAnswers, ContractAnswers>, string>> =
  OPERATIONS;

test("each operation of the SDK is sent to its contract's place", async () => {
  const contracts = new Map(
    (await loadOperations()).map(({ operationId, endpoint }) => [operationId, `${endpoint.method} ${endpoint.path}`]),
  );
  for (const [name, place] of Object.entries(PLACES)) {
    expect(place, name).toBe(contracts.get(name)?.replaceAll(/\[(\w+)\]/g, "{$1}"));
  }
});

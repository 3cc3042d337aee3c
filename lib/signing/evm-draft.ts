import { readUnsignedEvm } from "#lib/chains/evm-raw.ts";
import { must } from "#lib/kernel/errors.ts";
import type { PreparedEvm } from "./evm-signed.ts";
import type { PreparedRow } from "./store.ts";

/** A prepared transaction of eth as the signed one is compared with: the bytes that are kept, and the account that sends. */
export function preparedEvm({ unsigned, inputs }: Pick<PreparedRow, "unsigned" | "inputs">): PreparedEvm {
  const transaction = readUnsignedEvm(unsigned);
  const [input] = inputs;
  must(transaction && input, "a prepared transaction of eth is one");
  return { ...transaction, sender: input.script };
}

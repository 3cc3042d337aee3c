import type { Fault, SelfTest } from "#e2e/world/planted.ts";

const UTXO = "lib/signing/utxo-signed.ts";
const EVM = "lib/signing/evm-signed.ts";
const fault = (name: string, file: string, old: string, instead: string): Fault => ({
  name,
  plants: [{ file, old, new: instead }],
});
const unseen = (name: string, line: string): Fault => fault(`${name} is not compared`, EVM, line, "");

/** What the proof must find: a field that is not compared, a signature that is not checked, and sending more than once. */
export const selfTest: SelfTest = {
  args: ["--mutations", "600"],
  seeds: 2,
  faults: [
    fault("an amount is not compared", UTXO, "if (output.units !== other.units)", "if (output.units < 0n)"),
    fault("a destination is not compared", UTXO, "if (output.script !== other?.script)", 'if (output.script === "")'),
    fault("outputs are not counted", UTXO, "if (found.outputs.length !== outputs.length)", "if (outputs.length === 0)"),
    fault("inputs are not counted", UTXO, "if (found.inputs.length !== inputs.length)", "if (inputs.length === 0)"),
    fault("coins are not compared", UTXO, "if (names[0] !== names[1])", 'if (names[0] === "")'),
    fault("a sequence is not compared", UTXO, "if (input.sequence !== other?.sequence)", "if (input.sequence < 0)"),
    fault("a locktime is not compared", UTXO, "(found.lockTime === prepared.lockTime ?", "(prepared.lockTime >= 0 ?"),
    fault("a version is not compared", UTXO, "if (found.version !== prepared.version)", "if (prepared.version < 0)"),
    fault("a public key is not compared", UTXO, "if (publicKey !== input.publicKey)", 'if (publicKey === "")'),
    fault("the kind of a signature is not compared", UTXO, "if (type !== wanted)", 'if (wanted === "")'),
    fault(
      "signatures are not checked",
      UTXO,
      '{ prehash: false, lowS: true, format: "der" })',
      '{ prehash: false, lowS: true, format: "der" }) || true',
    ),
    fault("a high s is taken", UTXO, "lowS: true", "lowS: false"),
    fault("more than a signature unlocks a coin", UTXO, "|| more.length > 0 ||", "||"),
    fault(
      "bytes behind it are not seen",
      "lib/chains/raw-transaction.ts",
      "return writeRaw(read, { witnesses: true }) === hex ? read : undefined;",
      "return read;",
    ),
    unseen("the chain", '  ["CHAIN", ({ chainId }) => chainId],\n'),
    unseen("the number", '  ["NONCE", ({ nonce }) => nonce],\n'),
    unseen("the contract", '  ["TO", ({ to }) => `0x${to}`],\n'),
    unseen("the ether", '  ["VALUE", ({ value }) => value],\n'),
    unseen("the call", '  ["DATA", ({ data }) => `0x${data}`],\n'),
    unseen("the gas", '  ["GAS", ({ gas }) => gas],\n'),
    unseen("the fee", '  ["FEE", ({ maxFee }) => maxFee],\n'),
    unseen("the miner's fee", '  ["PRIORITY_FEE", ({ priorityFee }) => priorityFee],\n'),
    unseen("the access list", '  ["ACCESS_LIST", ({ accessList }) => accessList],\n'),
    fault("the sender is not compared", EVM, "if (found.sender !== prepared.sender)", 'if (found.sender === "")'),
    fault("a high s of eth is taken", EVM, "!found.sender || !found.isLow", "!found.sender"),
    {
      name: "whoever asks sends it",
      plants: [
        {
          file: "lib/signing/send-prepared.ts",
          old: "if (isFirst) await giveToNode(ctx, preparedId);",
          new: "await giveToNode(ctx, preparedId, isFirst);",
        },
        {
          file: "lib/signing/signing.sql.ts",
          old: "and p.status = 'BROADCAST' and p.next_try_at <= business_now()\nreturning",
          new: "and p.status = 'BROADCAST'\nreturning",
        },
      ],
    },
  ],
};

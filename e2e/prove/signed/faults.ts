import type { Fault, SelfTest } from "#e2e/world/planted.ts";

const UTXO = "lib/signing/utxo-signed.ts";
const EVM = "lib/signing/evm-signed.ts";
const fault = (name: string, file: string, old: string, instead: string): Fault => ({
  name,
  plants: [{ file, old, new: instead }],
});
const TRON = "lib/signing/tron-signed.ts";
const RAW = "lib/chains/tron-raw.ts";
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
    ...[
      ["the block", '  ["REF_BLOCK", ({ refBlockBytes, refBlockHash }) => `${refBlockBytes} ${refBlockHash}`],\n'],
      ["the end", '  ["EXPIRATION", ({ expiration }) => expiration],\n'],
      ["the time", '  ["TIMESTAMP", ({ timestamp }) => timestamp],\n'],
      ["the memo", '  ["MEMO", ({ memo }) => memo],\n'],
      ["the permission", '  ["PERMISSION", ({ permission }) => permission],\n'],
      ["the kind of contract", '  ["CONTRACT", ({ kind }) => kind],\n'],
      ["the contract", '  ["TO", ({ to }) => accountAddress("tron", to)],\n'],
      ["the TRX", '  ["TRX", ({ value }) => value],\n'],
      ["the token", '  ["TRC10", ({ tokenValue, tokenId }) => `${tokenValue} of ${tokenId}`],\n'],
      ["the call", '  ["DATA", ({ data }) => `0x${data}`],\n'],
      ["the fee", '  ["FEE_LIMIT", ({ feeLimit }) => feeLimit],\n'],
    ].map(([name = "", line = ""]) => fault(`${name} of tron is not compared`, TRON, line, "")),
    fault(
      "the account of tron is not compared",
      TRON,
      '  ["OWNER", ({ owner }) => accountAddress("tron", owner)],\n',
      "",
    ),
    fault(
      "the signer of tron is not compared",
      TRON,
      "if (signed.signer !== prepared.sender)",
      'if (signed.signer === "")',
    ),
    fault("a high s of tron is taken", TRON, "!signed.signer || !signed.isLow", "!signed.signer"),
    fault("a second signature is not seen", TRON, "|| more.length > 0", ""),
    fault(
      "the words beside raw_data_hex are not compared",
      TRON,
      "words?.rawData !== undefined &&",
      "words === undefined &&",
    ),
    fault(
      "the name beside raw_data_hex is not compared",
      TRON,
      "words?.txId !== undefined &&",
      "words === undefined &&",
    ),
    fault(
      "fields that nobody knows are taken",
      RAW,
      "return bytesToHex(writeTron(read)) === hex ? read : undefined;",
      "return read;",
    ),
    fault(
      "what stands behind a signature is not seen",
      RAW,
      "if (bytesToHex(writeSignedTron(raw, signature)) !== hex) return undefined;\n",
      "",
    ),
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

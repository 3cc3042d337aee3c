import { pbkdf2Sync } from "node:crypto";
import { parseArgs } from "node:util";
import { HDKey } from "@scure/bip32";
import { closeTestCluster } from "#e2e/world/database.ts";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { isEnough } from "#e2e/world/planted.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { chanceFrom } from "#e2e/world/seeded.ts";
import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { isRefusal } from "#lib/kernel/errors.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { mineBlocks } from "#lib/sandbox/chain-controls.ts";
import { signPrepared } from "#lib/sandbox/sign.ts";
import { prepareTransaction } from "#lib/signing/prepare.ts";
import { getPrepared } from "#lib/signing/read-prepared.ts";
import { sendPrepared } from "#lib/signing/send-prepared.ts";
import { takeSigned } from "#lib/signing/take-signed.ts";
import { needToSign } from "#lib/signing/to-sign.ts";
import { writeRaw } from "#lib/chains/raw-transaction.ts";
import { type PreparedUtxo, unsignedOf } from "#lib/signing/utxo-signed.ts";
import { mutateEvm } from "./signed/evm.ts";
import { openGasHouse, type GasHouse } from "./signed/gas.ts";
import { mutateTron } from "./signed/tron.ts";
import { type Mutation, mutateUtxo, type Scheme, signAll } from "./signed/utxo.ts";

// Proof: what comes back from the signer is what was prepared, or it is refused with the difference and nothing has
// changed: output, amount, fee, coin, sequence, chain, number, call, memo, time, signature. The untouched one is taken and sent once,
// though it is uploaded and sent twenty times at once.

const { values } = parseArgs({
  options: {
    full: { type: "boolean", default: false },
    mutations: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});
const MUTATIONS = Number(values.mutations ?? (values.full ? 10_000 : 240));
const CROWD = 20;
const MNEMONIC = `${"abandon ".repeat(11)}about`;
const PAID = {
  bitcoin: "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
  bitcoincash: "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
  eth: "0x901bb9583b24d97e995513c6778dc6888ab6870e",
  tron: "TQooBX9o8iSSprLWW96YShBogx7Uwisuim",
};
type Proven = keyof typeof PAID;

type Case = {
  name: string;
  preparedId: string;
  signed: string;
  /** Who brings it back, and how its chain goes on. */
  hugo: Ctx;
  settle(): Promise<unknown>;
  mine(): Promise<unknown>;
  mutate(seed: number): Mutation;
};

const startedAt = performance.now();
const faults: string[] = [];
const counts = new Map<string, number>();
let sent = 0;
const ofGas = Math.floor(MUTATIONS / 4);
try {
  await proveHouse(gasHouse, { from: 0, to: ofGas });
  await proveHouse(sandboxHouse, { from: ofGas, to: MUTATIONS });
} finally {
  await closeTestCluster();
}
for (const fault of faults.slice(0, 20)) process.stdout.write(`  ${fault}\n`);
const parts = [...counts].sort().map(([part, count]) => `${part} ${count}`);
process.stdout.write(
  `signed: ${MUTATIONS} mutations, told as ${parts.join(", ")}; ${sent} transactions sent for ${CROWD} at once each; ${faults.length} faults; seed ${values.seed}, ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`,
);
process.exitCode = faults.length > 0 ? 1 : 0;

/** What is prepared in one house, and how that is looked after. */
type Prepared = {
  chains: World["app"]["chains"];
  prepare(): Promise<Case[]>;
  broken: World["broken"];
  close(): Promise<void>;
};

/** One house after the other: a process has one at a time. */
async function proveHouse(open: () => Promise<Prepared>, { from, to }: { from: number; to: number }): Promise<void> {
  if (isEnough(faults)) return;
  const { chains, prepare, broken, close } = await open();
  try {
    countSends(chains);
    const cases = await prepare();
    for (let number = from; number < to && !isEnough(faults); number += 1) {
      const of = cases[number % cases.length];
      if (of) await refuse(of, Number(values.seed) * 1_000_000 + number);
    }
    for (const of of cases) if (!isEnough(faults)) await sendOnce(of);
    for (const { rule, found } of await broken()) faults.push(`${rule}: ${found}`);
  } finally {
    await close();
  }
}

async function sandboxHouse(): Promise<Prepared> {
  const world = await openWorld({ alone: true });
  const hugo = await personOfHouse(world, "Hugo");
  const operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "proof" });
  const of = { chains: world.app.chains, broken: world.broken, close: world.close };
  return { ...of, prepare: () => prepareAll(world, hugo, operator) };
}

async function gasHouse(): Promise<Prepared> {
  const house = await openGasHouse();
  const { broken, close } = house;
  return { chains: house.hugo.app.chains, broken, close, prepare: () => prepareGas(house) };
}

/** How often the nodes are given a transaction. */
function countSends(chains: World["app"]["chains"]): void {
  for (const chain of Object.values(chains)) {
    const { send } = chain;
    if (!send) throw new Error(`the node of ${chain.network} sends`);
    chain.send = (signed) => {
      sent += 1;
      return send(signed);
    };
  }
}

/**
 * One transaction of segwit coins, one of coins of old, two of bitcoincash, signed as of old and by Schnorr, and one token's
 * transfer each on eth and tron: prepared, and signed by the owner's signer.
 */
async function prepareAll(world: World, hugo: Ctx, operator: Ctx): Promise<Case[]> {
  const house = { hugo, operator, settle: () => world.settle(), mine: mineOf(world, operator) };
  await world.price("BTC", "EUR", "60000");
  await world.price("USDT", "EUR", "0.9");
  await world.price("BCH", "EUR", "400");
  for (const quantity of ["0.9", "0.8"]) await world.retained(quantity, { cryptoType: "BCH" });
  for (const bech32 of [true, false]) for (const quantity of ["0.2", "0.3"]) await world.retained(quantity, { bech32 });
  for (const networkType of ["eth", "tron"] as const) await world.retained("120", { cryptoType: "USDT", networkType });
  const btc = await makeBeneficiary(world.ctx, { name: "Acme", asset: "BTC", address: PAID.bitcoin });
  const cases: Case[] = [];
  for (const path of ["m/84'/0'/0'", "m/44'/0'/0'"]) {
    const ids = [
      await payout(world, { asset: "BTC" }, "0.35", btc),
      await payout(world, { asset: "BTC" }, "0.01", btc),
    ];
    const { id: walletId } = await world.app.database.prisma.wallet.findFirstOrThrow({ where: { path } });
    cases.push(await caseOf(house, { name: path, network: "bitcoin", payoutIds: ids, walletId }));
  }
  const bch = await makeBeneficiary(world.ctx, { name: "Acme", asset: "BCH", address: PAID.bitcoincash });
  for (const scheme of ["ECDSA", "SCHNORR"] as const) {
    const ids = [await payout(world, { asset: "BCH" }, "0.4", bch), await payout(world, { asset: "BCH" }, "0.05", bch)];
    const of = { name: `bitcoincash by ${scheme}`, network: "bitcoincash", payoutIds: ids, scheme } as const;
    cases.push(await caseOf(house, of));
  }
  for (const network of ["eth", "tron"] as const) {
    const of = { asset: "USDT", networkType: network } as const;
    const usdt = await makeBeneficiary(world.ctx, { ...of, name: "Acme", address: PAID[network] });
    const token = await payout(world, of, "50.5", usdt);
    cases.push(await caseOf(house, { name: network, network, payoutIds: [token] }));
  }
  return cases;
}

/** The coin that pays for gas, from one address of ours to another: a plain transfer on eth and on tron. */
async function prepareGas(house: GasHouse): Promise<Case[]> {
  const cases: Case[] = [];
  for (const [network, name] of [
    ["eth", "ether"],
    ["tron", "TRX"],
  ] as const) {
    cases.push(await caseOf(house, { name, network, moveIds: [house.moves[network]] }));
  }
  return cases;
}

type Token = { asset: "BTC" | "BCH" } | { asset: "USDT"; networkType: "eth" | "tron" };
async function payout(
  world: World,
  of: Token,
  quantity: string,
  { beneficiaryId }: { beneficiaryId: string },
): Promise<string> {
  const input = { ...of, quantity: Decimal.from(quantity), reference: "out", beneficiaryId };
  return JSON.parse(((await payOrAsk(world.ctx, input)) as Raw<{ payoutId: string }>).text).payoutId;
}

type Ask = Parameters<typeof prepareTransaction>[1] & { name: string; network: Proven; scheme?: Scheme };
type Chains = Pick<GasHouse, "hugo" | "operator" | "settle"> & { mine(network: Proven): Promise<unknown> };

function mineOf(world: World, operator: Ctx): Chains["mine"] {
  return async (network) => {
    await mineBlocks(operator, { network, count: 20 });
    await world.settle();
  };
}

async function caseOf(house: Chains, { name, scheme = "ECDSA", ...ask }: Ask): Promise<Case> {
  const { hugo, operator, settle } = house;
  const { preparedId } = await prepareTransaction(hugo, ask);
  const { signed: own } = await signPrepared(operator, { preparedId });
  const toSign = await needToSign(hugo, preparedId);
  const account = HDKey.fromMasterSeed(pbkdf2Sync(MNEMONIC, "mnemonic", 2_048, 64, "sha512")).derive(toSign.path);
  const keys = toSign.keys.map(([branch, index]) => {
    const { privateKey } = account.deriveChild(branch).deriveChild(index);
    if (!privateKey) throw new Error("the sandbox's keys are published");
    return privateKey;
  });
  const signed = "utxo" in toSign && scheme === "SCHNORR" ? bySchnorr(toSign.utxo, keys) : own;
  const mutate = (seed: number): Mutation => {
    const chance = chanceFrom(seed);
    if ("utxo" in toSign) return mutateUtxo(toSign.utxo, { hex: signed, keys, scheme }, chance);
    if ("tron" in toSign) return mutateTron(toSign.tron, signed, keys[0] ?? new Uint8Array(), chance);
    return mutateEvm(toSign.evm, signed, keys[0] ?? new Uint8Array(), chance);
  };
  return { name, preparedId, signed, hugo, settle, mine: () => house.mine(ask.network), mutate };
}

function bySchnorr(prepared: PreparedUtxo, keys: readonly Uint8Array[]): string {
  return writeRaw(signAll(prepared, unsignedOf(prepared), keys, "SCHNORR"), { witnesses: true });
}

/** A mutated one is refused with the difference that it is, and the row is as it was. */
async function refuse({ hugo, name, preparedId, signed, mutate }: Case, seed: number): Promise<void> {
  const mutation = mutate(seed);
  if (mutation.text === signed) return;
  const fault = (what: string) => faults.push(`${name}, ${mutation.name} (seed ${seed}): ${what}`);
  try {
    await takeSigned(hugo, { preparedId, signed: mutation.text });
    fault("taken");
  } catch (error) {
    if (!isRefusal(error) || error.code !== "VALIDATION_FAILED") {
      fault(`refused otherwise: ${(error as Error).message}`);
      return;
    }
    const { part } = (error.detail.body?.["difference"] ?? {}) as { part?: string };
    counts.set(part ?? "nothing", (counts.get(part ?? "nothing") ?? 0) + 1);
    if (part === undefined || (mutation.parts.length > 0 && !mutation.parts.some((one) => one === part)))
      fault(`told as ${part}: ${error.message}`);
  }
  if ((await getPrepared(hugo, { preparedId })).status !== "PREPARED") fault("something has changed");
}

/** The untouched one: uploaded by a crowd, sent by a crowd, given to the node once, and final. */
async function sendOnce({ hugo, name, preparedId, signed, settle, mine }: Case): Promise<void> {
  const before = sent;
  const crowd = <T>(command: () => Promise<T>) => Promise.all(Array.from({ length: CROWD }, command));
  try {
    await crowd(() => takeSigned(hugo, { preparedId, signed }));
    await crowd(() => sendPrepared(hugo, { preparedId }));
    await settle();
    if (sent - before !== 1) faults.push(`${name}: given to the node ${sent - before} times`);
    await mine();
    const { status } = await getPrepared(hugo, { preparedId });
    if (status !== "CONFIRMED") faults.push(`${name}: ${status} in the end`);
  } catch (error) {
    faults.push(`${name}: the untouched one was refused: ${(error as Error).message}`);
  }
}

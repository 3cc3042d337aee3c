import { afterAll, beforeAll, expect, test } from "vitest";
import { type Anvil, anvilChain, startAnvil } from "#e2e/world/anvil.ts";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { openSafe } from "#e2e/world/safe.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { startTronNode, tronChain, type TronNode } from "#e2e/world/tron.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { readAddress } from "#lib/beneficiaries/address.ts";
import { bitcoinChain, COIN_FIELDS } from "#lib/chains/bitcoin.ts";
import { ChainFault } from "#lib/chains/chain.ts";
import { jsonRpc, jsonRpcBatch } from "#lib/chains/json-rpc.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { errorResponse } from "#lib/http/errors.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Slots } from "#lib/kernel/slots.ts";
import type { MoveRecord, requestMoveEndpoint } from "#lib/moves/contract.ts";
import { proveCustody } from "#lib/outgoing/prove-custody.ts";
import { freePort } from "#lib/postgres/free-port.ts";
import { activateWallet, makeWallet } from "#lib/wallets/wallets.ts";
import { purposes } from "#lib/worker/due.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";
import { prepareTransaction } from "./prepare.ts";

// A node that is away while something is prepared: one sentence, when to ask again, and nothing is changed. The nodes are
// real, and then gone.

const LISTED = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const PAID = "0x901bb9583b24d97e995513c6778dc6888ab6870e";
const PAID_ON_TRON = "TQooBX9o8iSSprLWW96YShBogx7Uwisuim";

let world: World;
let anvil: Anvil;
let tron: TronNode;
let hugo: Ctx;
let walletId: string;
const moves = {} as Record<"bitcoin" | "token" | "gas" | "safe" | "trc" | "trx", string>;

beforeAll(async () => {
  [world, anvil, tron] = await Promise.all([openWorld({ alone: true }), startAnvil(), startTronNode()]);
  const { actor, account } = await personOfHouse(world, "Hugo");
  const chains = { eth: anvilChain(anvil), tron: tronChain(tron), bitcoin: await away() };
  const app = { ...world.app, slots: new Slots(), chains };
  hugo = contextFor(app, { actor, account, requestId: "test" });
  const reading = { ...app, chains: { eth: chains.eth, tron: chains.tron } };
  const worker = contextFor(reading, { actor: { kind: "worker" }, requestId: "test" });
  await runUntilIdle(worker, 30_000);
  const safe = await openSafe(anvil, "1.4.1");
  ({ walletId } = await makeWallet(hugo, { kind: "ETH_SAFE", xpub: safe.address }));
  await activateWallet(hugo, { walletId, firstAddress: safe.address });
  const [rich, poor] = [await paid("eth"), await paid("eth")];
  const [richOnTron, poorOnTron] = [await paid("tron"), await paid("tron")];
  await anvil.send(anvil.tokens.usdt, safe.address, 100_000_000n);
  await anvil.ask("anvil_setBalance", [rich, `0x${(10n ** 18n).toString(16)}`]);
  tron.giveTrx(readAddress("tron", richOnTron)?.script ?? "", 500_000_000);
  await anvil.mine(80);
  await tron.anvil.mine(80);
  await runUntilIdle(worker, 60_000);
  await proveCustody(worker, purposes);
  moves.bitcoin = await out("bitcoin", "BTC", LISTED);
  [moves.token, moves.safe] = [await out("eth", "USDT", PAID), await out("eth", "USDT", PAID)];
  moves.trc = await out("tron", "USDT", PAID_ON_TRON);
  moves.gas = await agreed({ ...within("eth"), asset: "ETH", address: poor });
  moves.trx = await agreed({ ...within("tron"), asset: "TRX", address: poorOnTron });
  await Promise.all([anvil.stop(), tron.stop()]);
});
afterAll(async () => {
  await Promise.all([anvil?.stop(), tron?.stop()]);
  await world?.close();
});

/** A node of bitcoin that nobody answers for. */
async function away() {
  const [url, options] = [`http://127.0.0.1:${await freePort()}`, { exact: COIN_FIELDS }];
  const node = { ask: jsonRpc("bitcoin", url, options), askMany: jsonRpcBatch("bitcoin", url, options) };
  return bitcoinChain({ network: "bitcoin", reorgLimit: 10, landmarks: [] }, node);
}
async function paid(networkType: "eth" | "tron"): Promise<string> {
  const fiatReceivable = Decimal.from("80");
  const bill = await world.bill({ strategy: "RAI", cryptoType: "USDT", networkType, fiatReceivable });
  const [node, to] =
    networkType === "eth"
      ? [anvil, bill.deposit_address]
      : [tron.anvil, `0x${readAddress("tron", bill.deposit_address)?.script}`];
  await node.send(node.tokens.usdt, to, bill.quantity.floorUnits(6));
  return bill.deposit_address;
}
type Wanted = Omit<InputOf<typeof requestMoveEndpoint>, "quantity" | "note">;
const agreed = async (wanted: Wanted): Promise<string> =>
  ((await requestMoveOrAsk(hugo, { ...wanted, quantity: Decimal.from("0.01"), note: "x" })) as MoveRecord).moveId;
const within = (network: "eth" | "tron") =>
  ({ kind: "GAS", from: `custody:${network}`, to: `custody:${network}` }) as const;
const known = new Map<string, string>();
async function out(network: "bitcoin" | "eth" | "tron", symbol: "BTC" | "USDT", address: string): Promise<string> {
  const asset = symbol === "BTC" ? { asset: symbol } : { asset: symbol, networkType: network as "eth" | "tron" };
  const listed = async () => {
    const made = await addDestinationOrAsk(hugo, { place: "owner", ...asset, address, label: "x" });
    return (made as { destinationId: string }).destinationId;
  };
  const destinationId = known.get(address) ?? (await listed());
  known.set(address, destinationId);
  return agreed({ kind: "CAPITAL_OUT", from: `custody:${network}`, ...asset, destinationId });
}

/** Everything that preparing would have written. */
const written = async () => {
  const { rows } = await world.app.database.pool.query(
    `select (select count(*) from prepared_transaction) as prepared, (select count(*) from prepared_input) as inputs,
      (select max(seq) from audit) as audited, (select jsonb_agg(to_jsonb(m) order by id) from move m) as moves`,
  );
  return rows[0];
};

test.each([
  ["bitcoin", "bitcoin"],
  ["token", "eth"],
  ["gas", "eth"],
  ["safe", "eth"],
  ["trc", "tron"],
  ["trx", "tron"],
] as const)("of %s the answer is 503 in one sentence that names %s, and nothing is changed", async (which, network) => {
  const before = await written();
  const wallet = which === "safe" ? { walletId } : {};
  const fault = await prepareTransaction(hugo, { network, moveIds: [moves[which]], ...wallet }).catch(
    (error: unknown) => error,
  );
  expect(fault).toBeInstanceOf(ChainFault);
  const answer = errorResponse(hugo.app, fault, "r-1");
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "30"]);
  expect(await answer.json()).toEqual({
    code: "SERVICE_UNAVAILABLE",
    message: `The node of ${network} does not answer as it should, and nothing was changed; try again shortly.`,
    requestId: "r-1",
    network,
  });
  expect(await written()).toEqual(before);
});

test("no more is a Safe added of which nobody says that it is one", async () => {
  const wallets = () => world.app.database.prisma.wallet.count();
  const before = await wallets();
  const fault = await makeWallet(hugo, { kind: "ETH_SAFE", xpub: PAID }).catch((error: unknown) => error);
  const { status } = errorResponse(hugo.app, fault, "r-1");
  expect([status, await wallets()]).toEqual([503, before]);
});

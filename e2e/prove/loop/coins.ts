import { type Anvil, startAnvil } from "#e2e/world/anvil.ts";
import { startUtxoNode } from "#e2e/world/litecoin.ts";
import { findPayable } from "#lib/bills/find-payable.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { MadeBill } from "#e2e/world/sandbox.ts";
import { mineBlocks, sendDeposit } from "#lib/sandbox/chain-controls.ts";
import type { Outside } from "./outside.ts";

/** A coin that goes round: what the exchange pays for it and where it takes it in; `sweep` of what a bill of 600 EUR brings. */
export type Coin = {
  asset: "BTC" | "BCH" | "USDT@eth" | "USDC@eth" | "USDT@tron";
  cryptoType: "BTC" | "BCH" | "USDT" | "USDC";
  network: "bitcoin" | "bitcoincash" | "eth" | "tron";
  pair: string;
  price: string;
  sweep: string;
  venueAddress: string;
  feeRate?: string;
};

const EVM_VENUE = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
const ON_ETH = { network: "eth", venueAddress: EVM_VENUE } as const;

export const COINS: Readonly<Record<Coin["asset"], Coin>> = {
  BTC: {
    asset: "BTC",
    cryptoType: "BTC",
    network: "bitcoin",
    pair: "XBTEUR",
    price: "60000",
    sweep: "0.01",
    venueAddress: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    feeRate: "12",
  },
  BCH: {
    asset: "BCH",
    cryptoType: "BCH",
    network: "bitcoincash",
    pair: "BCHEUR",
    price: "400",
    sweep: "1.5",
    venueAddress: "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
    feeRate: "2",
  },
  "USDT@eth": { ...ON_ETH, asset: "USDT@eth", cryptoType: "USDT", pair: "USDTEUR", price: "0.92", sweep: "650.25" },
  "USDC@eth": { ...ON_ETH, asset: "USDC@eth", cryptoType: "USDC", pair: "USDCEUR", price: "0.93", sweep: "640" },
  "USDT@tron": {
    asset: "USDT@tron",
    cryptoType: "USDT",
    network: "tron",
    pair: "USDTEUR",
    price: "0.92",
    sweep: "650.25",
    venueAddress: "TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL",
  },
};

/** The chain a coin moves on, as payers and miners know it. */
export type Net = {
  outside: Pick<Outside, "node" | "anvil">;
  pay(ctx: Ctx, bill: MadeBill): Promise<void>;
  /** Enough blocks that what they have counts. */
  mine(operator: Ctx): Promise<unknown>;
  /** Puts what a transaction costs on an address that has tokens alone, for good. */
  gas(address: string): Promise<unknown>;
  stop(): Promise<void>;
};

/** litecoind for bitcoin and anvil for eth; bitcoincash and tron on the sandbox's chains, which check what a node would. */
export async function openNet({ asset, network }: Coin): Promise<Net> {
  if (network === "bitcoin") return utxoNet();
  if (network === "eth") return evmNet(await startAnvil(), asset === "USDT@eth" ? "usdt" : "usdc");
  return {
    outside: {},
    pay: async (ctx, { deposit_address, quantity }) =>
      void (await sendDeposit(ctx, { address: deposit_address, quantity })),
    mine: (operator) => mineBlocks(operator, { network, count: 30 }),
    gas: async () => undefined,
    stop: async () => undefined,
  };
}

async function utxoNet(): Promise<Net> {
  const node = await startUtxoNode();
  return {
    outside: { node: { url: node.url, genesis: node.genesis } },
    async pay(ctx, { deposit_address, quantity }) {
      const script = (await findPayable(ctx, deposit_address))?.script ?? "";
      await node.payUnits(script, quantity.floorUnits(8));
    },
    mine: () => node.mine(3),
    gas: async () => undefined,
    stop: () => node.stop(),
  };
}

const GAS = Decimal.from("1").floorUnits(18);

function evmNet(anvil: Anvil, token: "usdt" | "usdc"): Net {
  const { url, chainId, tokens } = anvil;
  return {
    outside: { anvil: { url, chainId, token: tokens[token] } },
    pay: async (_ctx, { deposit_address, quantity }) =>
      void (await anvil.send(tokens[token], deposit_address, quantity.floorUnits(6))),
    mine: () => anvil.mine(80),
    async gas(to) {
      const [from] = (await anvil.ask("eth_accounts")) as string[];
      await anvil.ask("eth_sendTransaction", [{ from, to, value: `0x${GAS.toString(16)}` }]);
      await anvil.mine(80);
    },
    stop: () => anvil.stop(),
  };
}

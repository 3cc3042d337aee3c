import type { Asset } from "#lib/kernel/assets.ts";
import type { Happened } from "#lib/liquidity/venues/account-suite.fixture.ts";
import type { Exchange, Funding } from "./market-maker.ts";

/** Transfers of one answer that is paged, so that few of them show what many would. */
const PAGE = 2;

const METHODS: Readonly<Record<string, readonly string[]>> = {
  XBT: ["Bitcoin", "Bitcoin Lightning"],
  USDT: ["Tether USD (ERC20)", "Tether USD (TRC20)"],
  USDC: ["USDC"],
  BCH: ["Bitcoin Cash"],
};
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  Bitcoin: ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"],
  "Tether USD (ERC20)": ["0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"],
  USDC: ["0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"],
  "Bitcoin Cash": ["bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"],
  "Tether USD (TRC20)": ["TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL"],
};

/** What Kraken answers of deposits and withdrawals, as it documents it; undefined where it is asked for something else. */
export function accountAnswer(exchange: Exchange, name: string, of: (field: string) => string): unknown {
  if (name === "DepositMethods")
    return (METHODS[shortName(of("asset"))] ?? []).map((method) => ({ method, limit: false, "gen-address": true }));
  if (name === "DepositAddresses")
    return (ADDRESSES[of("method")] ?? []).map((address) => ({ address, expiretm: "0", new: true }));
  if (name !== "DepositStatus" && name !== "WithdrawStatus") return undefined;
  const kind = name === "DepositStatus" ? "DEPOSIT" : "WITHDRAWAL";
  const reported = exchange.funding
    .filter((each) => each.kind === kind && each.at >= Number(of("start") || 0) * 1_000)
    .map(factsOf);
  if (of("cursor") === "") return reported;
  const from = of("cursor") === "true" ? 0 : Number(of("cursor"));
  const next = from + PAGE < reported.length ? String(from + PAGE) : null;
  return { [kind === "DEPOSIT" ? "deposits" : "withdrawals"]: reported.slice(from, from + PAGE), next_cursor: next };
}

const shortName = (asset: string): string => (asset === "XXBT" ? "XBT" : asset);

const factsOf = ({ kind: _, at, ...facts }: Funding) => ({
  aclass: "currency",
  ...facts,
  time: Math.floor(at / 1_000),
});

const NAMES = {
  BTC: ["XXBT", "Bitcoin"],
  BCH: ["BCH", "Bitcoin Cash"],
  "USDT@eth": ["USDT", "Tether USD (ERC20)"],
  "USDT@tron": ["USDT", "Tether USD (TRC20)"],
  "USDC@eth": ["USDC", "USDC"],
  EUR: ["ZEUR", "Clear Junction (SEPA)"],
  USD: ["ZUSD", "FedWire"],
  GBP: ["ZGBP", "FPS"],
  CAD: ["ZCAD", "EFT"],
  JPY: ["ZJPY", "Domestic"],
} as const satisfies Record<Asset, readonly [asset: string, method: string]>;
const STATUS = { PENDING: "Pending", DONE: "Success", FAILED: "Failure" } as const;

/** What happened, as Kraken says it: a deposit with what came in, of which it keeps its fee. */
export function krakenFunding(happened: Happened): Omit<Funding, "at"> {
  const { kind, venueRef: refid, asset: of, quantity, fee, state, txHash, address, label } = happened;
  const [asset, method] = NAMES[of];
  const amount = kind === "DEPOSIT" ? quantity.plus(fee) : quantity;
  return {
    kind,
    method,
    asset,
    refid,
    amount: amount.toFixed(10),
    fee: fee.toFixed(10),
    status: STATUS[state],
    ...(txHash && { txid: txHash }),
    ...(address && { info: address }),
    ...(label && { key: label }),
  };
}

import { CRYPTOS, type Crypto, FIATS, type Fiat } from "./assets.ts";

/** A venue of VENUES and what it is reached with; `url` is its own when it is not named. */
export type VenueEnv = { name: string; key: string; secret: string; url: string | undefined };

/**
 * A pair whose price is made of others: over a crypto, base/fiat = base/via × bridge/fiat ÷ bridge/via; without one over
 * the rate of the two fiats, base/via × via/fiat.
 */
export type Cross = { base: Crypto; fiat: Fiat; via: Fiat; bridge?: Crypto };

/** A source of prices with the weight of its voice; `url` is its own when it is not named. */
export type PriceSourceEnv = { name: string; weight: number; url: string | undefined };

type Text = (name: string) => string | undefined;
type Fault = (sentence: string) => void;

const KNOWN = /^(kraken|binance-convert|ccxt-[a-z0-9]+)$/;
const CHOICES = "kraken, binance-convert or ccxt-NAME";

/**
 * The venues of VENUES in its order, which is the house's preference. Each needs its key and secret, named after it:
 * KRAKEN_API_KEY, BINANCE_CONVERT_API_SECRET, CCXT_BITSTAMP_API_KEY.
 */
export function venuesOf(text: Text, mode: "sandbox" | "live", fault: Fault): VenueEnv[] {
  const names = listOf(text("VENUES"));
  if (mode === "sandbox" && names.length > 0)
    fault("VENUES is set: the sandbox sells at its own simulated venue, so remove it or set MODE=live.");
  if (mode === "live" && names.length === 0)
    fault(`VENUES is not set: MODE=live needs a real venue, so name one or more of ${CHOICES}.`);
  if (mode === "sandbox") return [];
  if (new Set(names).size < names.length) fault("VENUES names a venue twice: name each once, the preferred one first.");
  return names.map((name) => venueOf(name, text, fault));
}

function venueOf(name: string, text: Text, fault: Fault): VenueEnv {
  if (!KNOWN.test(name)) {
    fault(`VENUES holds ${JSON.stringify(name)}: name one or more of ${CHOICES}, divided by commas.`);
    return { name, key: "", secret: "", url: undefined };
  }
  const stem = name.toUpperCase().replaceAll("-", "_");
  const needed = (variable: string): string => {
    const value = text(variable);
    if (!value) fault(`${variable} is not set: VENUES names ${name}, so give its key and its secret.`);
    return value ?? "";
  };
  const [key, secret] = [needed(`${stem}_API_KEY`), needed(`${stem}_API_SECRET`)];
  return { name, key, secret, url: urlOf(`${stem}_URL`, text, fault) };
}

/** Keys travel there: plain http is for this machine alone. */
function urlOf(variable: string, text: Text, fault: Fault): string | undefined {
  const given = text(variable);
  if (given === undefined) return undefined;
  const url = URL.parse(given);
  const isHere = url?.hostname === "localhost" || url?.hostname === "127.0.0.1";
  if (!url || !(url.protocol === "https:" || (url.protocol === "http:" && isHere)) || url.search || url.hash)
    fault(`${variable} is ${JSON.stringify(given)}: give an https address, without a query.`);
  return given.replace(/\/+$/, "");
}

/** Pairs that fewer exchanges trade than a price needs: in live they go over the dollar unless PRICE_CROSSES says otherwise. */
const OVER_USD: readonly Cross[] = (["BTC", "BCH", "USDT", "USDC"] as const).flatMap((base) =>
  (["CAD", "JPY"] as const)
    .filter((fiat) => base !== "BTC" || fiat !== "JPY")
    .map((fiat): Cross => ({ base, fiat, via: "USD" })),
);

/** The crosses of PRICE_CROSSES, each written as BCH/JPY=USD:USDT, or as BCH/JPY=USD over the rate of the fiats. */
export function crossesOf(text: Text, mode: "sandbox" | "live", fault: Fault): Cross[] {
  const named = listOf(text("PRICE_CROSSES")).flatMap((written) => {
    const cross = crossOf(written);
    if (!cross)
      fault(
        `PRICE_CROSSES holds ${JSON.stringify(written)}: write BASE/FIAT=VIA, such as BCH/JPY=USD, or BASE/FIAT=VIA:BRIDGE, divided by commas.`,
      );
    else if (mode === "sandbox" && !cross.bridge)
      fault(
        `PRICE_CROSSES holds ${JSON.stringify(written)}: the sandbox's market has no rates of fiats, so name a bridge.`,
      );
    return cross ? [cross] : [];
  });
  const isNamed = ({ base, fiat }: Cross) => named.some((each) => each.base === base && each.fiat === fiat);
  return mode === "live" ? [...named, ...OVER_USD.filter((each) => !isNamed(each))] : named;
}

function crossOf(written: string): Cross | undefined {
  const [, from, to, over, across] = /^([A-Z]+)\/([A-Z]+)=([A-Z]+)(?::([A-Z]+))?$/.exec(written) ?? [];
  const base = CRYPTOS.find((each) => each === from);
  const fiat = FIATS.find((each) => each === to);
  const via = FIATS.find((each) => each === over);
  const bridge = CRYPTOS.find((each) => each === across);
  if (!base || !fiat || !via || via === fiat) return undefined;
  if (across === undefined) return { base, fiat, via };
  return bridge && bridge !== base ? { base, fiat, via, bridge } : undefined;
}

/** Where prices come from: exchanges, and for rates of fiats two more that tell no market of their own. */
export const PRICE_SOURCES = ["kraken", "coinbase", "bitstamp", "binance", "coinbase-rates", "bitfinex-fx"] as const;
export type PriceSourceName = (typeof PRICE_SOURCES)[number];
const MOST_WEIGHT = 9;

/**
 * The sources of PRICE_SOURCES, such as kraken:2,coinbase: a source with its weight in the median, 1 unless it is given.
 * All there are when it is not set. Each is reached at its own address unless KRAKEN_PRICES_URL and the like name another.
 */
export function priceSourcesOf(text: Text, fault: Fault): PriceSourceEnv[] {
  const written = listOf(text("PRICE_SOURCES"));
  const sources = (written.length > 0 ? written : PRICE_SOURCES).flatMap((each) => {
    const [, name = "", weight = "1"] = /^([a-z-]+)(?::([1-9]))?$/.exec(each) ?? [];
    if ((PRICE_SOURCES as readonly string[]).includes(name))
      return [
        {
          name,
          weight: Number(weight),
          url: urlOf(`${name.toUpperCase().replaceAll("-", "_")}_PRICES_URL`, text, fault),
        },
      ];
    fault(
      `PRICE_SOURCES holds ${JSON.stringify(each)}: name some of ${PRICE_SOURCES.join(", ")}, each with a weight from 1 to ${MOST_WEIGHT} such as kraken:2.`,
    );
    return [];
  });
  if (new Set(sources.map(({ name }) => name)).size < sources.length)
    fault("PRICE_SOURCES names a source twice: name each once.");
  if (written.length === 1) fault("PRICE_SOURCES names one source: a price needs two that agree.");
  return sources;
}

const listOf = (text: string | undefined): string[] => (text ?? "").split(/[\s,]+/).filter(Boolean);

import { CRYPTOS, type Crypto, FIATS, type Fiat } from "./assets.ts";

/** A venue of VENUES and what it is reached with; `url` is its own when it is not named. */
export type VenueEnv = { name: string; key: string; secret: string; url: string | undefined };

/** A pair whose price is made of three others: base/fiat = base/via × bridge/fiat ÷ bridge/via. */
export type Cross = { base: Crypto; fiat: Fiat; via: Fiat; bridge: Crypto };

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

/** The crosses of PRICE_CROSSES, each written as BCH/JPY=USD:USDT. */
export function crossesOf(text: Text, fault: Fault): Cross[] {
  return listOf(text("PRICE_CROSSES")).flatMap((written) => {
    const cross = crossOf(written);
    if (!cross)
      fault(
        `PRICE_CROSSES holds ${JSON.stringify(written)}: write BASE/FIAT=VIA:BRIDGE, such as BCH/JPY=USD:USDT, divided by commas.`,
      );
    return cross ? [cross] : [];
  });
}

function crossOf(written: string): Cross | undefined {
  const [, from, to, over, across] = /^([A-Z]+)\/([A-Z]+)=([A-Z]+):([A-Z]+)$/.exec(written) ?? [];
  const base = CRYPTOS.find((each) => each === from);
  const fiat = FIATS.find((each) => each === to);
  const via = FIATS.find((each) => each === over);
  const bridge = CRYPTOS.find((each) => each === across);
  return base && fiat && via && bridge && via !== fiat && bridge !== base ? { base, fiat, via, bridge } : undefined;
}

const listOf = (text: string | undefined): string[] => (text ?? "").split(/[\s,]+/).filter(Boolean);

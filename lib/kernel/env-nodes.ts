import { NETWORKS, type Network } from "./assets.ts";
import { isOwnNetwork } from "./env-tls.ts";

/** The endpoints of one's own nodes by network; none in the sandbox, which simulates its chains. */
export type Nodes = Readonly<Record<Network, readonly string[]>>;

type Text = (name: string) => string | undefined;
type Fault = (sentence: string) => void;

const VARIABLE: Record<Network, string> = {
  bitcoin: "BITCOIN_RPC_URL",
  bitcoincash: "BITCOINCASH_RPC_URL",
  eth: "ETH_RPC_URL",
  tron: "TRON_RPC_URL",
};
const EXAMPLE: Record<Network, string> = {
  bitcoin: "http://user:password@10.0.0.5:8332",
  bitcoincash: "http://user:password@10.0.0.6:8332",
  eth: "http://10.0.0.7:8545",
  tron: "http://10.0.0.8:8545/jsonrpc",
};

/**
 * Reads the nodes' addresses, several divided by commas. Live needs all four chains, since bills are made in all of
 * them. No fault repeats a value: it may hold a password or an access token.
 */
export function nodesOf(text: Text, mode: "sandbox" | "live", fault: Fault): Nodes {
  const nodes = Object.fromEntries(
    NETWORKS.map((network) => [network, mode === "live" ? urlsOf(network, text, fault) : []]),
  );
  return nodes as Record<Network, string[]>;
}

/**
 * Where the nodes of tron take signed transactions (`/wallet/…`), one for each of `TRON_RPC_URL`: `TRON_HTTP_URL`, or beside
 * their JSON-RPC.
 */
export function tronWalletsOf(text: Text, { tron }: Nodes, fault: Fault): readonly string[] {
  const variable = "TRON_HTTP_URL";
  const named = tron.length === 0 ? [] : listIn(text(variable));
  if (named.length === 0) return tron.map((url) => withoutEnd(url.replace(/\/jsonrpc\/?$/, "")));
  checkUrls(variable, named, "http://10.0.0.8:8090", fault);
  if (named.length !== tron.length)
    fault(`${variable} must name one address for each of TRON_RPC_URL, in the same order.`);
  return named.map(withoutEnd);
}

const withoutEnd = (url: string): string => url.replace(/\/+$/, "");
const listIn = (text: string | undefined): string[] => (text ?? "").split(/[\s,]+/).filter(Boolean);

function urlsOf(network: Network, text: Text, fault: Fault): string[] {
  const variable = VARIABLE[network];
  const urls = listIn(text(variable));
  if (urls.length === 0)
    fault(`${variable} is not set: MODE=live needs a node of its own, such as ${EXAMPLE[network]}.`);
  checkUrls(variable, urls, EXAMPLE[network], fault);
  return urls;
}

function checkUrls(variable: string, urls: readonly string[], example: string, fault: Fault): void {
  if (urls.some((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? "")))
    fault(`${variable} holds what is no http address: give one such as ${example}, several divided by commas.`);
  else if (
    urls.map((url) => new URL(url)).some(({ protocol, hostname }) => protocol === "http:" && !isOwnNetwork(hostname))
  )
    fault(`${variable} goes over plain http to a host outside your own network: give its https address.`);
  if (urls.some((url) => !isReadable(URL.parse(url))))
    fault(`${variable} has a user or password that cannot be read: write each % of it as %25.`);
  if (new Set(urls).size < urls.length)
    fault(`${variable} names an endpoint twice: agreement with itself proves nothing, so name each once.`);
}

function isReadable(url: URL | null): boolean {
  try {
    return decodeURIComponent(`${url?.username} ${url?.password}`) !== "";
  } catch {
    return false;
  }
}

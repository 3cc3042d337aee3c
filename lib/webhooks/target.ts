import { lookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { isPublicAddress } from "./public-address.ts";

export type Address = { address: string; family: 4 | 6 };

/** All addresses of a host name. */
export type Resolve = (hostname: string) => Promise<Address[]>;

/** Where a webhook may go: host names that are trusted although they are private, and how names become addresses. */
export type Reach = { allowHosts: readonly string[]; allowHttp: boolean; resolve: Resolve };

/** A webhook's URL that must not be called; the sentence tells the endpoint's owner why. */
export class ForbiddenTarget extends Error {}

const HTTP_PORTS = [80, 443];
const FIRST_FREE_PORT = 1_024;

/**
 * Reads a webhook's URL without a name server: http or https, no user, no fragment, no port of another service, and a
 * host that is no private address in whatever spelling (the URL standard has made one of them). Throws ForbiddenTarget.
 */
export function readTarget(
  text: string,
  reach: Omit<Reach, "resolve">,
): { url: URL; hostname: string; trusted: boolean } {
  const url = URL.parse(text);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw new ForbiddenTarget("must be an https address such as https://psp.example/webhooks");
  }
  if (url.username || url.password || url.hash) throw new ForbiddenTarget("must have no user, password or fragment");
  const hostname = url.hostname
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase();
  const trusted = reach.allowHosts.includes(hostname);
  if (trusted) return { url, hostname, trusted };
  if (url.protocol === "http:" && !reach.allowHttp) throw new ForbiddenTarget("must be https");
  const port = Number(url.port || 443);
  if (port < FIRST_FREE_PORT && !HTTP_PORTS.includes(port))
    throw new ForbiddenTarget("must not use the port of another service");
  if (isIP(hostname) !== 0 && !isPublicAddress(hostname)) throw new ForbiddenTarget(PRIVATE);
  if (isIP(hostname) === 0 && !hostname.includes(".")) throw new ForbiddenTarget("must name a host with its domain");
  return { url, hostname, trusted };
}

const PRIVATE = "must not lead to a private address";

/**
 * The addresses a call to this URL may connect to, and no others: the name is resolved here, once, and every address it
 * has must be public, since a name that mixes them is meant to slip through. Throws ForbiddenTarget.
 */
export async function openTarget(text: string, reach: Reach): Promise<{ url: URL; addresses: Address[] }> {
  const { url, hostname, trusted } = readTarget(text, reach);
  const family = isIP(hostname);
  if (family === 4 || family === 6) return { url, addresses: [{ address: hostname, family }] };
  const addresses = await reach.resolve(hostname);
  if (addresses.length === 0) throw new ForbiddenTarget("names a host without an address");
  if (!trusted && !addresses.every(({ address }) => isPublicAddress(address))) throw new ForbiddenTarget(PRIVATE);
  return { url, addresses };
}

const DNS_TIMEOUT_MS = 5_000;
/** Answered in a name's place; more are not tried. */
const MAX_ADDRESSES = 8;

/**
 * Resolves names for webhooks. Trusted ones as this machine does; all others over the network and off the thread pool,
 * where a name server that does not answer would hold up everything else.
 */
export function resolverFor(allowHosts: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 1 });
  return async (hostname) => {
    if (allowHosts.includes(hostname)) {
      const found = await lookup(hostname, { all: true });
      return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
    }
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found: Address[] = [
      ...(v4.status === "fulfilled" ? v4.value : []).map((address) => ({ address, family: 4 as const })),
      ...(v6.status === "fulfilled" ? v6.value : []).map((address) => ({ address, family: 6 as const })),
    ];
    if (found.length === 0 && v4.status === "rejected") throw v4.reason;
    return found.slice(0, MAX_ADDRESSES);
  };
}

import { isIP } from "node:net";
import { addressSet } from "#lib/kernel/addresses.ts";

/** IPv4 that is not the open internet: the IANA special-purpose registry (RFC 6890), multicast, and a cloud's metadata. */
const CLOSED_V4 = addressSet([
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
]);

/** The only IPv6 that is routed (RFC 4291): loopback, mapped, NAT64, unique local, link-local, multicast are outside. */
const GLOBAL_V6 = addressSet(["2000::/3"]);

/** Inside it: Teredo and other protocol assignments, documentation, 6to4, all of which may lead back to an IPv4. */
const CLOSED_V6 = addressSet(["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);

/** Whether an address belongs to the open internet, so that a connection to it cannot reach anything of ours. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !CLOSED_V4.has(address);
  return family === 6 && !address.includes("%") && GLOBAL_V6.has(address) && !CLOSED_V6.has(address);
}

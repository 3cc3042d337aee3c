import { BlockList, isIP } from "node:net";

/** Answers whether a network address lies in a list of addresses and CIDR blocks; both families, IPv4-mapped included. */
export type AddressSet = { has(address: string | undefined): boolean };

/** True for an address or a CIDR block such as `10.0.0.0/8` or `2001:db8::/32`. */
export function isAddressOrBlock(text: string): boolean {
  return blockOf(text) !== undefined;
}

/** A set of addresses and blocks; throws on a text that is neither. */
export function addressSet(texts: readonly string[]): AddressSet {
  const list = new BlockList();
  for (const text of texts) {
    const block = blockOf(text);
    if (!block) throw new Error(`${text} is no network address and no block such as 10.0.0.0/8`);
    list.addSubnet(block.address, block.prefix, block.family);
  }
  return {
    has(address) {
      const plain = address === undefined ? "" : plainAddress(address);
      const family = isIP(plain);
      return family !== 0 && list.check(plain, family === 4 ? "ipv4" : "ipv6");
    },
  };
}

/** The address without an IPv4-mapped prefix, brackets, or zone. */
export function plainAddress(address: string): string {
  const bare = address
    .trim()
    .replace(/^\[|\]$/g, "")
    .replace(/%.*$/, "");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare);
  return mapped?.[1] ?? bare;
}

/** Some proxies name a caller's port as well, as Azure's Application Gateway: `192.0.2.1:50123`, `[2001:db8::1]:50123`. */
const PORT = /^\s*(\d+\.\d+\.\d+\.\d+|\[[^\]]+\]):\d{1,5}\s*$/;

/**
 * Who really calls: the socket's peer, or, when the peer is a trusted proxy, the nearest address of
 * `X-Forwarded-For` that is not one. Anything unreadable there ends the walk at the last good address.
 */
export function clientAddressOf(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trusted: AddressSet,
): string | undefined {
  if (peer === undefined) return undefined;
  let client = plainAddress(peer);
  const hops = (forwardedFor ?? "").split(",").reverse();
  for (const hop of hops) {
    if (!trusted.has(client)) return client;
    const next = plainAddress(hop.replace(PORT, "$1"));
    if (isIP(next) === 0) return client;
    client = next;
  }
  return client;
}

/** A host with one address of IPv6 has the 2^64 of its network: they count as one (RFC 4291 §2.5.4). */
export function networkOfCaller(address: string | undefined): string {
  const plain = plainAddress(address ?? "");
  if (isIP(plain) !== 6) return plain;
  const [head = "", tail] = plain.split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...Array<string>(zeros).fill("0"), ...last].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":");
}

function blockOf(text: string): { address: string; prefix: number; family: "ipv4" | "ipv6" } | undefined {
  const [head = "", tail, ...more] = text.trim().split("/");
  const address = plainAddress(head);
  const version = isIP(address);
  const widest = version === 4 ? 32 : 128;
  if (version === 0 || more.length > 0 || (tail !== undefined && !/^\d{1,3}$/.test(tail))) return undefined;
  const prefix = tail === undefined ? widest : Number(tail);
  return prefix > widest ? undefined : { address, prefix, family: version === 4 ? "ipv4" : "ipv6" };
}

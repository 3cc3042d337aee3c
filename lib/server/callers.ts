import { isIP } from "node:net";
import { plainAddress } from "#lib/kernel/addresses.ts";

/**
 * How many connections, or behind a trusted proxy requests under way, one client address may have. A browser opens six
 * to a server, so this is an office of some eighty people behind one address, or a provider with five hundred calls in
 * flight, and a tenth of what the process takes: one address alone cannot shut the others out.
 */
export const MOST_PER_ADDRESS = 512;

/** Counts by client address what is open at once. */
export type Callers = {
  /** Takes a place for the address; false when it has used up its own. */
  enter(address: string | undefined): boolean;
  leave(address: string | undefined): void;
};

export function openCallers(most: number = MOST_PER_ADDRESS): Callers {
  const open = new Map<string, number>();
  return {
    enter(address) {
      const network = networkOf(address);
      const held = open.get(network) ?? 0;
      if (held >= most) return false;
      open.set(network, held + 1);
      return true;
    },
    leave(address) {
      const network = networkOf(address);
      const held = open.get(network) ?? 0;
      if (held > 1) open.set(network, held - 1);
      else open.delete(network);
    },
  };
}

/** Whoever has one address of IPv6 has the 2^64 of its network: they count as one (RFC 4291 §2.5.4). */
export function networkOf(address: string | undefined): string {
  const plain = plainAddress(address ?? "");
  if (isIP(plain) !== 6) return plain;
  const [head = "", tail] = plain.split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...Array<string>(zeros).fill("0"), ...last].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":");
}

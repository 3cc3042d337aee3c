import { networkOfCaller } from "#lib/kernel/addresses.ts";

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
      const network = networkOfCaller(address);
      const held = open.get(network) ?? 0;
      if (held >= most) return false;
      open.set(network, held + 1);
      return true;
    },
    leave(address) {
      const network = networkOfCaller(address);
      const held = open.get(network) ?? 0;
      if (held > 1) open.set(network, held - 1);
      else open.delete(network);
    },
  };
}

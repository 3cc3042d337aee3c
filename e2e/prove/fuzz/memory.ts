import type { Chance } from "#e2e/world/seeded.ts";
import type { Memory } from "./values.ts";

const MOST = 60;
const NAMED = /"(\w+Id|address|deposit_address|txHash|startsAfter|cursor|reference|subaccount)":"([^"\\]{1,2000})"/g;
/** The same thing under the names that requests and answers have for it. */
const ALSO: Record<string, string> = { deposit_address: "address", eventId: "id" };

/** Those who ask are named by nothing that is sent: they would put out themselves. */
const OF_WHO_ASKS = new Set(["userId", "sessionId"]);

/** Identifiers of earlier answers by field, so that a made request now and then names something that is there. */
export function openMemory(never: readonly string[]): Memory & { learn(text: string, chance: Chance): void } {
  const known = new Map<string, string[]>();
  return {
    pick(chance, name) {
      const words = known.get(name);
      return words ? chance.pick(words) : undefined;
    },
    learn(text, chance) {
      for (const [, field = "", word = ""] of text.matchAll(NAMED)) {
        if (never.includes(word) || OF_WHO_ASKS.has(field)) continue;
        const name = ALSO[field] ?? field;
        const words = known.get(name) ?? [];
        if (words.length < MOST) words.push(word);
        else words[chance.whole(0, MOST - 1)] = word;
        known.set(name, words);
      }
    },
  };
}

/** Sixteen bits and four probes each: of 400 strangers one is taken for ours. */
const BITS_PER_SCRIPT = 16;
const PROBES = 4;
const FIRST_CAPACITY = 1 << 16;

type Layer = { words: Uint32Array; mask: number; room: number };

/** A set of scripts that never denies one it holds, and seldom claims one it does not (a Bloom filter). */
export type ScriptFilter = { add(script: string): void; mayHold(script: string): boolean };

/** Grows by layers, each twice as large as the one before, so that nothing has to be added again: two bytes a script. */
export function scriptFilter(): ScriptFilter {
  const layers: Layer[] = [];
  const roomy = (): Layer => {
    const last = layers.at(-1);
    if (last && last.room > 0) return last;
    const capacity = FIRST_CAPACITY << layers.length;
    const bits = capacity * BITS_PER_SCRIPT;
    const layer = { words: new Uint32Array(bits / 32), mask: bits - 1, room: capacity };
    layers.push(layer);
    return layer;
  };
  return {
    add(script) {
      const layer = roomy();
      layer.room -= 1;
      const [first, step] = hashesOf(script);
      for (let probe = 0; probe < PROBES; probe += 1) {
        const bit = (first + probe * step) & layer.mask;
        layer.words[bit >>> 5] = (layer.words[bit >>> 5] ?? 0) | (1 << (bit & 31));
      }
    },
    mayHold(script) {
      const [first, step] = hashesOf(script);
      return layers.some((layer) => holds(layer, first, step));
    },
  };
}

function holds({ words, mask }: Layer, first: number, step: number): boolean {
  for (let probe = 0; probe < PROBES; probe += 1) {
    const bit = (first + probe * step) & mask;
    if (((words[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
  }
  return true;
}

/** FNV-1a from two beginnings, spread over all bits as MurmurHash3 ends; the second is odd, so that it meets all places. */
function hashesOf(script: string): [number, number] {
  let one = 0x811c9dc5;
  let two = 0x01000193;
  for (let at = 0; at < script.length; at += 1) {
    const code = script.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    two = Math.imul(two ^ code, 0x5bd1e995);
  }
  return [spread(one), spread(two) | 1];
}

function spread(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const whole = Math.imul(half ^ (half >>> 13), 0xc2b2ae35);
  return (whole ^ (whole >>> 16)) >>> 0;
}

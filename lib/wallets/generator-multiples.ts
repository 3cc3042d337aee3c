import { normalizeZ } from "@noble/curves/abstract/curve.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { must } from "#lib/kernel/errors.ts";

const { Point } = secp256k1;
const { Fp } = Point;
const PRIME = Fp.ORDER;

export type PublicKey = InstanceType<typeof Point>;

/** A number is summed up byte by byte: a multiple of the generator for each byte's value at each byte's place. */
const PLACES = 32;
const VALUES = 255;

type Affine = { x: bigint; y: bigint };
let tables: Affine[][] | undefined;

/** At a place and a byte less one: byte · 256^place · G. Made when it is first used, in less than a tenth of a second. */
function multiples(): Affine[][] {
  if (tables) return tables;
  const points: PublicKey[] = [];
  let first: PublicKey = Point.BASE;
  for (let place = 0; place < PLACES; place += 1) {
    let next = first;
    for (let value = 1; value <= VALUES; value += 1) {
      points.push(next);
      next = next.add(first);
    }
    first = next;
  }
  const flat = normalizeZ(Point, points).map((point) => point.toAffine());
  tables = Array.from({ length: PLACES }, (_, place) => flat.slice(place * VALUES, (place + 1) * VALUES));
  return tables;
}

/**
 * A point and so many times the generator as each number says (32 bytes, big-endian, below the order): for public points
 * only, as the time it takes depends on the numbers. All sums take their steps together, so that each step needs one
 * inversion for all of them (Montgomery's trick) and no point has a third coordinate to carry along.
 */
export function addMultiples(point: PublicKey, numbers: readonly Uint8Array[]): PublicKey[] {
  const { x, y } = point.toAffine();
  const sums = numbers.map((): Affine => ({ x, y }));
  for (const [place, row] of multiples().entries()) {
    const addends = numbers.map((number) => row[(number[PLACES - 1 - place] ?? 0) - 1]);
    addEach(sums, addends);
  }
  return sums.map((sum) => {
    const found = Point.fromAffine({ x: Fp.create(sum.x), y: Fp.create(sum.y) });
    found.assertValidity();
    return found;
  });
}

/** Adds to each sum its addend, where it has one, in place; coordinates may be left below zero. */
function addEach(sums: readonly Affine[], addends: readonly (Affine | undefined)[]): void {
  const before: bigint[] = [];
  let product = 1n;
  for (const [at, sum] of sums.entries()) {
    const addend = addends[at];
    if (!addend) continue;
    before[at] = product;
    product = (product * (addend.x - sum.x)) % PRIME;
  }
  // Zero where a sum and its addend have one x: no such number is found by chance.
  must(product !== 0n, "points that are added are not one another's opposites, nor the same");
  let inverse = Fp.inv(Fp.create(product));
  for (let at = sums.length - 1; at >= 0; at -= 1) {
    const [sum, addend, others] = [sums[at], addends[at], before[at]];
    if (!sum || !addend || others === undefined) continue;
    const slope = (((inverse * others) % PRIME) * (addend.y - sum.y)) % PRIME;
    inverse = (inverse * (addend.x - sum.x)) % PRIME;
    const x = (slope * slope - sum.x - addend.x) % PRIME;
    sum.y = (slope * (sum.x - x) - sum.y) % PRIME;
    sum.x = x;
  }
}

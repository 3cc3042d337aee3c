import { parseArgs } from "node:util";
import { isEnough } from "#e2e/world/planted.ts";
import { chanceFrom } from "#e2e/world/seeded.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { closeTestCluster } from "#e2e/world/database.ts";
import { openWorld } from "#e2e/world/sandbox.ts";
import { exceeds, MINUTES, playAdversary, playPlain } from "./options/adversary.ts";
import { pathOf } from "./options/path.ts";
import { replay } from "./options/replay.ts";

// Proof: a price is promised to be paid, not to be played with. An adversary who knows the next hours of the market makes
// bills up to live's limits and pays whatever wins, by every way there is; it takes no more than was promised at each
// minute, and never is more promised than the limits. Payers who do not know the market lose the house nothing.

const { values } = parseArgs({
  options: {
    full: { type: "boolean", default: false },
    paths: { type: "string" },
    /** Paths through the whole program. */
    whole: { type: "string" },
    seed: { type: "string", default: "1" },
    /** A year's volatility, in per cent, of the adversary's market; plain payers have theirs. */
    volatility: { type: "string", default: "100" },
    /** Jumps a day. */
    jumps: { type: "string", default: "12" },
  },
});
const PATHS = Number(values.paths ?? (values.full ? 10_000 : 200));
const WHOLE = Number(values.whole ?? (values.full ? 50 : 2));
const SEED = Number(values.seed);
const WILD = { volatility: Number(values.volatility) / 100, jumpsADay: Number(values.jumps) };
const PLAIN = { volatility: 0.6, jumpsADay: 0 };
const MOST_SHOWN = 20;

const startedAt = performance.now();
const faults: string[] = [];
const sum = { lost: Decimal.ZERO, allowed: Decimal.ZERO, bills: 0, refused: 0, plain: Decimal.ZERO, turnover: 0n };
for (let number = 1; number <= PATHS && !isEnough(faults); number += 1) {
  const chance = chanceFrom(SEED * 100_000 + number);
  try {
    const played = playAdversary(chance, pathOf(chance, MINUTES + 1, WILD));
    const plain = playPlain(chance, pathOf(chance, MINUTES + 1, PLAIN));
    faults.push(...[...played.faults, ...plain.faults].map((fault) => `path ${SEED}/${number}: ${fault}`));
    sum.lost = sum.lost.plus(played.lost);
    sum.allowed = sum.allowed.plus(played.allowed);
    sum.bills += played.bills;
    sum.refused += played.refused;
    sum.plain = sum.plain.plus(plain.lost);
    sum.turnover += plain.turnover;
  } catch (error) {
    faults.push(`path ${SEED}/${number}: the rules threw: ${(error as Error).message}`);
  }
}
if (exceeds(sum.plain, sum.turnover)) faults.push(`plain payers cost the house ${sum.plain} EUR`);
await playWhole();

for (const fault of faults.slice(0, MOST_SHOWN)) process.stdout.write(`  ${fault}\n`);
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
const eur = (amount: Decimal): string => Decimal.of(amount.floorUnits(2), 2).toFixed(2);
process.stdout.write(
  `${PATHS} paths, ${WHOLE} of their like through the whole program; ${sum.bills} bills of the adversary, ${sum.refused} times no room: given away ${eur(sum.lost)} EUR of ${eur(sum.allowed)} EUR that the promises allowed. ` +
    `Plain payers: the house earned ${eur(Decimal.ZERO.minus(sum.plain))} EUR on ${eur(Decimal.of(sum.turnover, 2))} EUR. ${faults.length} faults; volatility ${values.volatility} %, ${values.jumps} jumps a day, seed ${SEED}, ${seconds} s.\n`,
);
process.exitCode = faults.length > 0 || sum.bills === 0 ? 1 : 0;

/** The same market against the whole program, which must make, refuse and pay what the rules do. */
async function playWhole(): Promise<void> {
  if (WHOLE === 0 || isEnough(faults)) return;
  const world = await openWorld({ alone: true });
  try {
    for (let number = 1; number <= WHOLE && !isEnough(faults); number += 1) {
      const chance = chanceFrom(SEED * 700_000 + number);
      const found = await replay(world, chance, pathOf(chance, MINUTES + 1, WILD));
      faults.push(...found.map((fault) => `whole program, path ${SEED}/${number}: ${fault}`));
    }
    for (const { rule, found } of await world.broken()) faults.push(`${rule}: ${found}`);
  } finally {
    await world.close();
    await closeTestCluster();
  }
}

/** From the wish to painted rows, and the part of it that the rows' request waited for the server, in milliseconds. */
export type Times = { paintedMs: number; serverMs: number };

export type Case = { name: string; once(): Promise<Times> };
export type Measured = { name: string; times: Times[] };

/**
 * Measures each case so many times, after one time that does not count: round by round, so that a slow moment hits all
 * alike. `begin` makes the page forget what it knows, for none of it may come from its own memory.
 */
export async function measure(
  cases: readonly Case[],
  rounds: number,
  begin: () => Promise<unknown>,
): Promise<Measured[]> {
  const measured = cases.map(({ name }): Measured => ({ name, times: [] }));
  for (let round = 0; round <= rounds; round += 1) {
    await begin();
    for (const [at, each] of cases.entries()) {
      const times = await each.once();
      if (round > 0) measured[at]?.times.push(times);
    }
  }
  return measured;
}

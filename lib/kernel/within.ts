/**
 * What comes within so many milliseconds; undefined when it takes longer. Then it goes on beside other work, and `failed`
 * hears of what it throws.
 */
export async function within<T>(
  ms: number,
  coming: Promise<T>,
  failed: (error: unknown) => void,
): Promise<T | undefined> {
  const late = Symbol("late");
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<typeof late>((wake) => {
    timer = setTimeout(() => wake(late), ms);
  });
  const winner = await Promise.race([coming, tooLate]).finally(() => clearTimeout(timer));
  if (winner !== late) return winner;
  coming.catch(failed);
  return undefined;
}

/** Calls the verb for each row. A row that fails holds up no other row; the first fault is thrown at the end. */
export async function each<Row>(due: readonly Row[], verb: (row: Row) => Promise<boolean>): Promise<number> {
  let done = 0;
  const faults: unknown[] = [];
  for (const row of due) {
    try {
      if (await verb(row)) done += 1;
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length > 0) throw faults[0];
  return done;
}

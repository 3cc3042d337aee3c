/** What the application's role says to the database past the program: a transaction of one or more statements. */
export type Raw = { name: string; statements: readonly string[] };

export const one = (name: string, ...statements: string[]): Raw => ({ name, statements });

import type pg from "pg";
import { type Catalogue, readCatalogue } from "./catalogue.ts";
import { describe } from "./describe.ts";
import { moduleText } from "./module.ts";
import { parseStatements, StatementFault } from "./parse.ts";

/** Makes the typed module of each `.sql` file; `client` is connected as the application's own role. */
export async function generator(client: pg.Client): Promise<(path: string, source: string) => Promise<string>> {
  const catalogue = await readCatalogue(client);
  return (path, source) => moduleOf(client, catalogue, path, source);
}

/** Reports all faults of a file at once. */
async function moduleOf(client: pg.Client, catalogue: Catalogue, path: string, source: string): Promise<string> {
  const faults: string[] = [];
  const described = [];
  for (const written of parseStatements(path, source)) {
    try {
      described.push({ ...written, ...(await describe(client, catalogue, path, written)) });
    } catch (error) {
      if (!(error instanceof StatementFault)) throw error;
      faults.push(error.message);
    }
  }
  if (faults.length > 0) throw new StatementFault(faults.join("\n"));
  return moduleText(path, described);
}

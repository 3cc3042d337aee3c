import { join } from "node:path";
import type pg from "pg";
import { ALL_ROLES, HOUSE_SCOPES, SCOPES } from "#lib/contract/permissions.ts";
import { readCatalogue } from "./catalogue.ts";

/** Where TypeScript reads the rules that the database decides by itself: `node .config/statements.ts` writes it. */
export const FACTS_FILE = join(import.meta.dirname, "../../lib/kernel/sql-facts.ts");

/** The functions whose answers the file has, to all that they can be given. */
export const FACTS_OF = [
  "asset_scale",
  "code_of_place",
  "crypto_of",
  "is_fiat",
  "is_gas",
  "is_place",
  "moves_money",
  "network_type_of",
  "place_holds",
  "role_raises",
] as const;

const HEAD = `// Written by \`node .config/statements.ts\` of what the database's functions answer: change those in a migration.
`;

type AssetRow = { asset: string; scale: number; crypto: string; networkType: string | null; kind: string };

/** The file, as the functions of this database have it. */
export async function factsOf(client: pg.Client): Promise<string> {
  const assets = await assetsOf(client);
  const of = (kind: string) => assets.filter((row) => row.kind === kind);
  const scales = (rows: readonly AssetRow[]) => rows.map(({ asset, scale }) => [asset, scale] as const);
  const place = await patternOf(client);
  const facts = [
    listed("CRYPTO_ASSETS", "Cryptos on their networks, as the ledger counts them.", names(of("crypto"))),
    listed("FIATS", "`is_fiat`", names(of("fiat"))),
    listed("GAS_ASSETS", "`is_gas`: what pays for transactions of tokens.", names(of("gas"))),
    record(
      "CRYPTO_OF",
      "`crypto_of`",
      of("crypto").map(({ asset, crypto }) => [asset, crypto]),
    ),
    record(
      "NETWORK_TYPE_OF",
      "`network_type_of`, where it is one",
      of("crypto").flatMap(({ asset, networkType }) => (networkType ? [[asset, networkType]] : [])),
    ),
    record("SCALE_OF", "`asset_scale`", scales(assets)),
    `/** \`is_place\` */\nexport const PLACE = /${place}/;\n`,
    record(
      "HELD_AT",
      "`place_holds`: by places of custody, and by kinds of others",
      await heldAt(client, place, names(assets)),
    ),
    record("CODE_OF_PLACE", "`code_of_place`, where it is not the place itself", await codesOfPlaces(client)),
    listed("MONEY_SCOPES", "`moves_money`: a key with one of them needs two persons.", await moneyScopes(client)),
    record("RAISED_BY", "`role_raises`: by the role before, the roles that carry more", await raised(client, false)),
    record("RAISED_BY_AT_HOUSE", "The same of the house's own people", await raised(client, true)),
  ];
  return [HEAD, ...facts].join("\n");
}

const names = (rows: readonly AssetRow[]): string[] => rows.map(({ asset }) => asset);

const listed = (name: string, what: string, words: readonly string[]): string =>
  `/** ${what} */\nexport const ${name} = ${JSON.stringify(words)} as const;\n`;

const record = (name: string, what: string, entries: Iterable<readonly [string, unknown]>): string =>
  `/** ${what} */\nexport const ${name} = {\n${[...entries].map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`).join("")}} as const;\n`;

/** All that the ledger counts, as the check of a move's asset has it. */
async function assetsOf(client: pg.Client): Promise<AssetRow[]> {
  const { rows } = await client.query<{ table: number; attribute: number }>(
    "select attrelid::integer as table, attnum::integer as attribute from pg_attribute where attrelid = 'move'::regclass and attname = 'asset'",
  );
  const union = rows[0] && (await readCatalogue(client)).column(rows[0].table, rows[0].attribute)?.union;
  if (!union) throw new Error("move.asset has no check that lists the assets");
  const all = await client.query<AssetRow>(
    `select asset, asset_scale(asset) as scale, crypto_of(asset) as crypto, network_type_of(asset) as "networkType",
       case when is_fiat(asset) then 'fiat' when is_gas(asset) then 'gas' else 'crypto' end as kind
     from unnest($1::text[]) with ordinality as one (asset, nth) order by nth`,
    [union],
  );
  return all.rows;
}

/** The places of custody are those that the pattern of places names. */
function heldAt(client: pg.Client, pattern: string, assets: readonly string[]): Promise<[string, string[]][]> {
  const networks = /custody:\(([a-z|]+)\)/.exec(pattern)?.[1]?.split("|") ?? [];
  const places = [...networks.map((network) => `custody:${network}`), "venue", "bank", "owner"];
  return chosen(client, places, assets, "place_holds($2, one)");
}

/** Of the places that the function names those that it calls otherwise. */
async function codesOfPlaces(client: pg.Client): Promise<[string, string][]> {
  const { rows } = await client.query<{ place: string; code: string }>(
    `select place, code_of_place(place) as code
     from (select distinct m[1] as place from pg_proc, regexp_matches(prosrc, $$'([^']*)'$$, 'g') m where proname = 'code_of_place') named
     where code_of_place(place) <> place order by 1`,
  );
  return rows.map(({ place, code }) => [place, code]);
}

const moneyScopes = (client: pg.Client) => those(client, [...SCOPES, ...HOUSE_SCOPES], "moves_money(array[one])");

const raised = (client: pg.Client, ofHouse: boolean) =>
  chosen(client, ALL_ROLES, ALL_ROLES, `role_raises($2, one, ${ofHouse})`);

/** For each of some words those of which a condition on both holds. */
async function chosen(
  client: pg.Client,
  words: readonly string[],
  ones: readonly string[],
  condition: string,
): Promise<[string, string[]][]> {
  const found: [string, string[]][] = [];
  for (const word of words) found.push([word, await those(client, ones, condition, word)]);
  return found;
}

async function those(
  client: pg.Client,
  ones: readonly string[],
  condition: string,
  ...of: string[]
): Promise<string[]> {
  const { rows } = await client.query<{ one: string }>(
    `select one from unnest($1::text[]) with ordinality as of (one, nth) where ${condition} order by nth`,
    [ones, ...of],
  );
  return rows.map(({ one }) => one);
}

async function patternOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pattern: string }>(
    "select substring(prosrc from $$'(.+)'$$) as pattern from pg_proc where proname = 'is_place'",
  );
  if (!rows[0]?.pattern) throw new Error("is_place has no pattern");
  return rows[0].pattern;
}

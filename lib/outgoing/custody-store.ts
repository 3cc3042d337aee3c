import { CRYPTO_ASSETS, type CryptoAsset, type Network, NETWORKS } from "#lib/kernel/assets.ts";
import { type Db, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import * as sql from "./custody.sql.ts";
import { outputName } from "./leaving.ts";

/** Where a node has another quantity than the books: of an output nothing here knows of, or of an account. */
export type Finding = {
  network: Network;
  asset: CryptoAsset;
  script: string;
  address: string;
  output?: { txHash: string; outputIndex: number } | undefined;
  /** What the node has less what the books have. */
  units: bigint;
  height: number;
};

/** One asset at one block: what the books hold, what waits for them, and what the node says, of how many it was asked. */
export type CustodyProof = ReturnType<typeof proofOf>;

const proofOf = (row: RowOf<typeof sql.latestProofs>) => ({
  ...row,
  height: Number(row.height),
  ledger: unitsFrom(row.ledger),
  waiting: unitsFrom(row.waiting),
  node: unitsFrom(row.node),
});

/** Outputs of ours that stand unspent in blocks, by name. */
export async function standingOutputs(db: Db, network: Network): Promise<string[]> {
  if (network === "eth" || network === "tron") return [];
  const rows = await sql.standingOutputs(db, { network });
  return rows.map(({ txHash, outputIndex }) => outputName(txHash, outputIndex));
}

/** Accounts of ours that have received a token, by asset. */
export async function usedAccounts(db: Db, network: Network) {
  if (network === "bitcoin" || network === "bitcoincash") return [];
  const rows = await sql.usedAccounts(db, { network });
  return rows.map(({ script, asset }) => ({ script, asset: wordFrom(CRYPTO_ASSETS, asset) }));
}

export async function bookedCustody(
  db: Db,
  network: Network,
  assets: readonly CryptoAsset[],
): Promise<Map<CryptoAsset, Pick<CustodyProof, "ledger" | "waiting">>> {
  const rows = await sql.bookedCustody(db, { network, assets });
  return new Map(
    rows.map(({ asset, ledger, waiting }) => [
      wordFrom(CRYPTO_ASSETS, asset),
      { ledger: unitsFrom(ledger), waiting: unitsFrom(waiting) },
    ]),
  );
}

/** The block we stand at. */
export async function cursorAt(db: Db, network: Network) {
  const cursor = await db.chainCursor.findUnique({ select: { height: true, hash: true }, where: { network } });
  return cursor ? { height: Number(cursor.height), hash: cursor.hash } : undefined;
}

export async function insertProof(db: Db, id: string, { at: _, ...proof }: CustodyProof): Promise<void> {
  await sql.insertProof(db, { id, ...proof });
}

export async function latestProofs(db: Db): Promise<CustodyProof[]> {
  return (await sql.latestProofs(db)).map(proofOf);
}

/** Networks of which custody has not been proven for a day, or what pays for gas there. */
export async function proofsDue(db: Db, networks: readonly Network[], withGas: readonly Network[]) {
  const rows = await sql.proofsDue(db, { networks, withGas });
  return rows.map(({ network, onlyGas }) => ({ network: wordFrom(NETWORKS, network), onlyGas }));
}

/** Whatever the transaction reads is of one moment; nothing may have been read in it before. */
export async function readAtOnce(db: Db): Promise<void> {
  await sql.readAtOnce(db);
}

/** Since when a network cannot be proven, for its case: the first of several tries in vain. */
export async function noteUnproven(db: Db, network: Network): Promise<void> {
  await sql.noteUnproven(db, { network });
}

export async function endUnproven(db: Db, network: Network): Promise<void> {
  await db.custodyUnproven.updateMany({ where: { network, since: { not: null } }, data: { since: null } });
}

/** What each account of ours should have of each token, by what blocks have brought and taken. */
export async function heldByAccounts(db: Db, network: Network): Promise<Map<string, bigint>> {
  const rows = await sql.heldByAccounts(db, { network });
  return new Map(rows.map(({ asset, script, units }) => [`${asset} ${script}`, unitsFrom(units)]));
}

/** The addresses of scripts of ours. */
export async function addressesOf(db: Db, network: Network, scripts: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql.addressesOf(db, { network, scripts });
  return new Map(rows.map(({ script, address }) => [script, address]));
}

/** Writes down what a proof has found of a network's accounts, in place of what the last one had. */
export async function replaceAccountFindings(
  db: Db,
  network: Network,
  findings: readonly (Finding & { id: string })[],
): Promise<void> {
  const assets = findings.map(({ asset }) => asset);
  const scripts = findings.map(({ script }) => script);
  const units = findings.map((each) => each.units);
  await sql.endAccountFindings(db, { network, assets, scripts, units });
  await insertFindings(db, network, findings);
}

/** The same of outputs, after a scan. */
export async function replaceOutputFindings(
  db: Db,
  network: Network,
  findings: readonly (Finding & { id: string })[],
): Promise<void> {
  const txHashes = findings.map(({ output }) => output?.txHash ?? "");
  const outputIndexes = findings.map(({ output }) => output?.outputIndex ?? 0);
  await sql.endOutputFindings(db, { network, txHashes, outputIndexes });
  await insertFindings(db, network, findings);
}

async function insertFindings(
  db: Db,
  network: Network,
  findings: readonly (Finding & { id: string })[],
): Promise<void> {
  for (const height of new Set(findings.map((each) => each.height))) {
    const of = findings.filter((each) => each.height === height);
    await sql.insertFindings(db, {
      network,
      height,
      ids: of.map(({ id }) => id),
      assets: of.map(({ asset }) => asset),
      scripts: of.map(({ script }) => script),
      addresses: of.map(({ address }) => address),
      txHashes: of.map(({ output }) => output?.txHash ?? null),
      outputIndexes: of.map(({ output }) => output?.outputIndex ?? null),
      units: of.map(({ units }) => units),
    });
  }
}

/** Names of those of these outputs that nothing here knows of. */
export async function unknownAmong(
  db: Db,
  network: Network,
  outputs: readonly { txHash: string; outputIndex: number }[],
): Promise<Set<string>> {
  const rows = await sql.unknownOutputs(db, {
    network,
    txHashes: outputs.map(({ txHash }) => txHash),
    outputIndexes: outputs.map(({ outputIndex }) => outputIndex),
  });
  return new Set(rows.map(({ txHash, outputIndex }) => outputName(txHash, outputIndex)));
}

const MOST_FINDINGS = 500;

/** What stands, the oldest first. */
export async function openFindings(db: Db): Promise<(Finding & { id: string; foundAt: Date })[]> {
  const rows = await sql.openFindings(db, { limit: MOST_FINDINGS });
  return rows.map(({ txHash, outputIndex, units, height, ...row }) => ({
    ...row,
    asset: wordFrom(CRYPTO_ASSETS, row.asset),
    units: units === null ? 0n : unitsFrom(units),
    height: Number(height),
    ...(txHash !== null && outputIndex !== null && { output: { txHash, outputIndex } }),
  }));
}

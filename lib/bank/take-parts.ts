import { recordAudit } from "#lib/audit/record-audit.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { must } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { amountOf, sumOf } from "#lib/kernel/money.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { lineLinked } from "#lib/ledger/bank-journal.ts";
import { codeOfPlace } from "#lib/ledger/move-journal.ts";
import { post } from "#lib/ledger/post.ts";
import { moveArrived, moveExpected, moveLeft } from "#lib/moves/record-step.ts";
import { type BankLine, confirmFiatPayouts, returnFiatPayout } from "#lib/payouts/leave-payout.ts";
import { goesElsewhere, idsIn, payoutsAtBank, payoutsToReturn, type PayoutAtBank } from "#lib/payouts/pay-by-bank.ts";
import type { LineSide } from "./statement.ts";
import { resolvedOf } from "#lib/resolutions/resolve.ts";
import { insertLine, insertParts, linesOfNobody, type NewLine, type NewPart, partLine, proofsOfLine } from "./store.ts";
import { onlyFits, type Summand, WITHIN_MS } from "./sums.ts";

export type UnassignedLine = Omit<NewLine, "belongsTo" | "moveId" | "payoutId">;
type LineFacts = Pick<
  UnassignedLine,
  | "id"
  | "place"
  | "asset"
  | "side"
  | "units"
  | "reference"
  | "reversalOf"
  | "endToEnd"
  | "remittance"
  | "counterpartyIban"
  | "bookedAt"
>;

/**
 * A move or payout that lines may pay, or a payout that they may bring back; `names` are those under which a line says so,
 * `iban` the account that it goes to.
 */
type Thing = Summand & {
  kind: "MOVE" | "PAYOUT" | "RETURN";
  names: readonly string[];
  iban: string | undefined;
};

/**
 * A line that names several moves or payouts of ours, or a file of payouts, and is exactly their sum: it pays, or brings
 * back, all of them together. Answers whether it names any; those of another sum, or paid to another account, are a
 * person's, and the line is unassigned.
 */
export async function takeNamed(tx: Ctx, line: UnassignedLine): Promise<"TAKEN" | "NAMED" | "NOT_NAMED"> {
  const things = await namedThings(tx, line);
  // One move is found by its own reference, and may be less what the bank kept.
  const isOneMove = things.length === 1 && things[0]?.kind === "MOVE";
  if (things.length === 0 || isOneMove) return "NOT_NAMED";
  if (!isAllOf(line, things)) return "NAMED";
  await insertLine(tx.db, { ...line, belongsTo: "PARTS", moveId: null, payoutId: null });
  await payAll(tx, [line], things);
  return "TAKEN";
}

const isAllOf = (line: LineFacts, things: readonly Thing[]): boolean =>
  sumOf(things.map(({ units }) => units)) === line.units && !things.some((thing) => isElsewhere(line, thing));

/**
 * Lines that are unassigned and name a payout which is expected only now: one that is exactly all that it names, or several
 * that are exactly it, pay as they would have when they came.
 */
export async function takeNamedLate(tx: Ctx, lines: readonly (LineFacts & { voided: number })[]): Promise<void> {
  for (const line of lines) {
    const things = await namedThings(tx, line);
    if (things.length < 2 || !isAllOf(line, things)) continue;
    await partLine(tx.db, line.id);
    await post(tx, lineLinked({ ...line, fiat: line.asset }), {});
    return payAll(tx, [line], things);
  }
  for (const some of Map.groupBy(lines, ({ place }) => place).values()) await matchSums(tx, some);
}

async function namedThings(tx: Ctx, line: LineFacts): Promise<Thing[]> {
  const names = namesIn(line);
  const { place, asset, side, reversalOf } = line;
  if (side === "DEBIT" && reversalOf !== null) return [];
  const moves = reversalOf === null ? (await movesFor(tx, line)).filter((thing) => isNamed(thing, names)) : [];
  const named = [...names].filter(isId);
  if (side === "DEBIT") return [...moves, ...payoutThings(await payoutsAtBank(tx, { place, asset, named }), "PAYOUT")];
  const proofs: string[] = [];
  for (const number of [line.endToEnd, reversalOf])
    if (number !== null) proofs.push(...(await proofsOfLine(tx.db, place, asset, number)));
  const returned = await payoutsToReturn(tx, { place: codeOfPlace(place), asset, named, proofs });
  return [...moves, ...payoutThings(returned, "RETURN")];
}

/** The names of ours that a line may say: references of moves, ids of payouts and of their files. */
export function namesIn({ endToEnd, remittance }: Pick<LineFacts, "endToEnd" | "remittance">): ReadonlySet<string> {
  const text = `${endToEnd ?? ""} ${remittance ?? ""}`.toUpperCase();
  return new Set([...(text.match(/MV[0-9A-Z]{10}/g) ?? []), ...idsIn(endToEnd, remittance)]);
}
const isNamed = ({ names }: Thing, given: ReadonlySet<string>): boolean => names.some((name) => given.has(name));

/** Moves of the line's account, on its side, that wait for exactly their sum. */
async function movesFor(
  tx: Ctx,
  { place, asset, side }: Pick<LineFacts, "place" | "asset" | "side">,
): Promise<Thing[]> {
  const isCredit = side === "CREDIT";
  return (await moveExpected(tx, place))
    .filter((move) => move.asset === asset && (isCredit ? move.to : move.from) === place)
    .filter(({ arrivedUnits, leftUnits }) => (isCredit ? arrivedUnits : leftUnits) === undefined)
    .map(({ moveId, units, leftUnits, reference, address, at }) => ({
      kind: "MOVE",
      id: moveId,
      units: isCredit ? (leftUnits ?? units) : units,
      names: [reference],
      iban: isCredit ? undefined : address,
      at,
    }));
}

const payoutThings = (payouts: readonly PayoutAtBank[], kind: "PAYOUT" | "RETURN"): Thing[] =>
  payouts.map(({ payoutId: id, fileId, units, iban, at }) => ({
    kind,
    id,
    units,
    iban,
    at,
    names: fileId === undefined ? [id] : [id, fileId],
  }));

/**
 * After the lines of a statement: those that are nobody's against what is expected, by exact sums of several, where only
 * one combination fits. A line that names something of ours pays that alone. Answers the lines that are a person's now.
 */
export async function matchSums(tx: Ctx, fresh: readonly LineFacts[]): Promise<ReadonlySet<string>> {
  const matched = new Set<string>();
  for (const side of ["CREDIT", "DEBIT"] as const)
    for (const id of await matchSide(
      tx,
      fresh.filter((line) => line.side === side),
      side,
    ))
      matched.add(id);
  return matched;
}

async function matchSide(tx: Ctx, fresh: readonly LineFacts[], side: LineSide): Promise<string[]> {
  const [first] = fresh;
  if (!first) return [];
  const { place, asset } = first;
  const days = fresh.map(({ bookedAt }) => bookedAt.getTime());
  const from = new Date(Math.min(...days) - WITHIN_MS);
  const open = await linesOfNobody(tx.db, { place, asset, side, from, to: new Date(Math.max(...days) + WITHIN_MS) });
  const resolved = await resolvedOf(
    tx,
    open.map(({ id }) => id),
  );
  const lines = open.filter(({ id }) => !resolved.has(id));
  const things = [
    ...(await movesFor(tx, first)),
    ...(side === "DEBIT"
      ? payoutThings(await payoutsAtBank(tx, { place, asset }), "PAYOUT")
      : payoutThings(
          await payoutsToReturn(tx, {
            place: codeOfPlace(place),
            asset,
            named: lines.flatMap((line) => [...namesIn(line)].filter(isId)),
            proofs: [],
          }),
          "RETURN",
        )),
  ];
  const thingOf = new Map(things.map((thing) => [thing.id, thing]));
  const lineOf = new Map(lines.map((line) => [line.id, line]));
  const fits = onlyFits(
    lines.map(({ id, units, bookedAt }) => ({ id, units, at: bookedAt })),
    things,
    (lineId, thingId) => mayPay(lineOf.get(lineId), thingOf.get(thingId)),
  );
  const isFresh = new Set(fresh.map(({ id }) => id));
  const taken = fits.filter((fit) => fit.lines.some((id) => isFresh.has(id)));
  for (const fit of taken) {
    const some = fit.lines.flatMap((id) => lineOf.get(id) ?? []);
    for (const line of some) {
      await partLine(tx.db, line.id);
      await post(tx, lineLinked({ ...line, fiat: asset }), {});
    }
    await payAll(
      tx,
      some,
      fit.things.flatMap((id) => thingOf.get(id) ?? []),
    );
  }
  return taken.flatMap((fit) => fit.lines);
}

/**
 * A line that names something pays that alone, and no other account's; a payout comes back by its name alone. What the bank
 * takes back pays nothing of ours.
 */
function mayPay(line: LineFacts | undefined, thing: Thing | undefined): boolean {
  if (!(line && thing) || isElsewhere(line, thing)) return false;
  if (line.reversalOf !== null && thing.kind !== "RETURN") return false;
  const given = namesIn(line);
  return given.size === 0 ? thing.kind !== "RETURN" : isNamed(thing, given);
}

/** Whether a line says that it paid another account than the payout's, or the move's. */
const isElsewhere = (line: LineFacts, { kind, iban }: Thing): boolean =>
  kind !== "RETURN" && goesElsewhere({ iban }, line);

/** Books several things by one line, or one thing by several lines, each to the unit, under a proof of its own. */
async function payAll(tx: Ctx, lines: readonly LineFacts[], things: readonly Thing[]): Promise<void> {
  const [line] = lines;
  must(line && (lines.length === 1 || things.length === 1), "one side of a fit is one");
  const { place, side, asset } = line;
  const parted = things.map((thing) => ({ thing, parts: partsOf(tx, lines, thing) }));
  await insertParts(
    tx.db,
    parted.flatMap(({ parts }) => parts),
  );
  const paid: BankLine[] = [];
  for (const { thing, parts } of parted) {
    const proof = parts[0]?.proof;
    must(proof !== undefined, "a thing is part of a line");
    const { kind, id, units } = thing;
    if (kind === "PAYOUT") paid.push({ payoutId: id, bankLineId: proof, place: codeOfPlace(place), units });
    else await confirm(tx, thing, { proof, place, side });
  }
  await confirmFiatPayouts(tx, paid);
  await recordAudit(tx, {
    action: "bank.match",
    accountId: (await houseOf(tx.app)).id,
    objectKind: "bank-line",
    objectId: line.id,
    detail: {
      lines: lines.map(({ reference }) => reference),
      parts: things.map(({ kind, id, units }) => ({ kind, id, quantity: amountOf(asset, units).toString() })),
    },
  });
}

/** The parts of lines that a thing is: one of one line, or all of several. */
function partsOf(tx: Ctx, lines: readonly LineFacts[], thing: Thing): NewPart[] {
  const proof = tx.id();
  const [moveId, payoutId] = thing.kind === "MOVE" ? [thing.id, null] : [null, thing.id];
  return lines.map((line, nth) => ({
    id: nth === 0 ? proof : tx.id(),
    lineId: line.id,
    proof,
    units: lines.length === 1 ? thing.units : line.units,
    moveId,
    payoutId,
  }));
}

type Proved = { proof: string; place: string; side: LineSide };

async function confirm(tx: Ctx, { kind, id, units }: Thing, { proof, place, side }: Proved): Promise<void> {
  if (kind === "MOVE") {
    const step = { moveId: id, source: "BANK" as const, proof, units };
    await (side === "CREDIT" ? moveArrived(tx, step) : moveLeft(tx, step));
    return;
  }
  await returnFiatPayout(tx, { payoutId: id, bankLineId: proof, place: codeOfPlace(place), units });
}

import { isGas, type LedgerAsset, NETWORKS } from "#lib/kernel/assets.ts";
import { HELD_AT, PLACE } from "#lib/kernel/sql-facts.ts";

/** What the house moves its means for (rulebook 13.2); from where to where stands in {@link ROUTES}. */
export const MOVE_KINDS = [
  "TO_VENUE",
  "FROM_VENUE",
  "CONSOLIDATION",
  "GAS",
  "TO_BANK",
  "FROM_BANK",
  "CAPITAL_IN",
  "CAPITAL_OUT",
  "OPENING",
  "CORRECTION",
] as const;
export type MoveKind = (typeof MOVE_KINDS)[number];

export const MOVE_STATES = [
  "DRAFT",
  "REQUESTED",
  "APPROVED",
  "SENT",
  "ARRIVED",
  "REJECTED",
  "CANCELLED",
  "FAILED",
] as const;
export type MoveState = (typeof MOVE_STATES)[number];

/** Who tells of a step: a chain, a venue, a bank's statement; DECLARED stands for an opening balance alone. */
export const MOVE_SOURCES = ["CHAIN", "VENUE", "BANK", "DECLARED"] as const;
export type MoveSource = (typeof MOVE_SOURCES)[number];

export const MOVE_SIDES = ["LEFT", "ARRIVED"] as const;
export type MoveSide = (typeof MOVE_SIDES)[number];

/** EARLY: it arrived before it is known to have left, waits for that, and is posted with it. */
export const FACT_STATES = ["EARLY", "POSTED", "GONE"] as const;
export type FactState = (typeof FACT_STATES)[number];

/** The transitions that the database holds too. */
export const MOVE_TRANSITIONS: Readonly<Record<MoveState, readonly MoveState[]>> = {
  DRAFT: ["REQUESTED", "CANCELLED"],
  REQUESTED: ["APPROVED", "REJECTED", "CANCELLED"],
  APPROVED: ["SENT", "ARRIVED", "CANCELLED", "FAILED"],
  SENT: ["ARRIVED", "APPROVED", "FAILED"],
  ARRIVED: ["SENT", "APPROVED"],
  REJECTED: [],
  CANCELLED: [],
  FAILED: ["SENT"],
};

type PlaceKind = "custody" | "venue" | "bank";
type Route = {
  from: readonly PlaceKind[];
  to: readonly PlaceKind[];
  /** What goes to an address goes to one of the allow-list: at this place, or the owner's own; gas to any of ours. */
  destination: "to" | "owner" | "ours" | "none";
};

const ANY: readonly PlaceKind[] = ["custody", "venue", "bank"];

export const ROUTES: Readonly<Record<MoveKind, Route>> = {
  TO_VENUE: { from: ["custody"], to: ["venue"], destination: "to" },
  FROM_VENUE: { from: ["venue"], to: ["custody"], destination: "to" },
  CONSOLIDATION: { from: ["custody"], to: ["custody"], destination: "to" },
  GAS: { from: ["custody"], to: ["custody"], destination: "ours" },
  TO_BANK: { from: ["venue"], to: ["bank"], destination: "to" },
  FROM_BANK: { from: ["bank"], to: ["venue"], destination: "to" },
  CAPITAL_IN: { from: [], to: ANY, destination: "none" },
  CAPITAL_OUT: { from: ANY, to: [], destination: "owner" },
  OPENING: { from: [], to: ANY, destination: "none" },
  CORRECTION: { from: ["venue", "bank"], to: ["venue", "bank"], destination: "none" },
};

/** The place of what belongs to the owner: none of ours. */
export const OWNER = "owner";

const kindOf = (place: string): PlaceKind => place.split(":")[0] as PlaceKind;

/** Whether a text names a place: `custody:{network}`, `venue:{name}`, `bank:{name}`. */
export const isPlace = (text: string): boolean => PLACE.test(text);

/** Whether a place may hold an asset: fiat at banks, in custody what its network carries, at venues both. */
export function placeHolds(place: string, asset: LedgerAsset): boolean {
  const held: Readonly<Record<string, readonly LedgerAsset[]>> = HELD_AT;
  return (held[place] ?? held[kindOf(place)] ?? []).includes(asset);
}

/** Of the places that are known, those where a move of this kind may begin (`from`) or end (`to`). */
export function placesFor(kind: MoveKind, side: "from" | "to", known: Iterable<string>): string[] {
  const custody = NETWORKS.map((network) => `custody:${network}`);
  const kinds = ROUTES[kind][side];
  return [...new Set([...custody, ...known])].filter((place) => isPlace(place) && kinds.includes(kindOf(place))).sort();
}

export type Wished = { kind: MoveKind; from: string | undefined; to: string | undefined; asset: LedgerAsset };

export type RouteFault = { field: "from" | "to" | "asset"; sentence: string };

/** What is wrong with where a move goes: the field, and a sentence; undefined when nothing is. */
export function routeFault(wished: Wished): RouteFault | undefined {
  const { kind, from, to } = wished;
  if (kind === "CORRECTION" && (from === undefined) === (to === undefined))
    return { field: "from", sentence: "A CORRECTION names from for a cost, or to for an income, and not both." };
  if (isGas(wished.asset) ? kind !== "GAS" && kind !== "CAPITAL_OUT" : kind === "GAS")
    return { field: "asset", sentence: "GAS moves ETH and TRX, and nothing else but CAPITAL_OUT does." };
  const fault = endFault(wished, "from") ?? endFault(wished, "to");
  if (fault || (kind !== "CONSOLIDATION" && kind !== "GAS") || from === to) return fault;
  return { field: "to", sentence: `A move of kind ${kind} stays on its network: to must be the same place as from.` };
}

function endFault(wished: Wished, field: "from" | "to"): RouteFault | undefined {
  const { kind, asset } = wished;
  const [place, kinds] = [wished[field], ROUTES[kind][field]];
  if (place === undefined) {
    if (kinds.length === 0 || kind === "CORRECTION") return undefined;
    return { field, sentence: `${field} is required for ${kind}: ${kinds.join(" or ")}.` };
  }
  if (kinds.length === 0) return { field, sentence: `${kind} has no ${field}.` };
  if (!isPlace(place) || !kinds.includes(kindOf(place)))
    return { field, sentence: `${field} must be a place of ${kinds.join(" or ")} for ${kind}.` };
  return placeHolds(place, asset) ? undefined : { field: "asset", sentence: `${place} does not hold this asset.` };
}

/** A move that may leave or arrive now. */
export type ExpectedMove = {
  moveId: string;
  from: string | undefined;
  to: string | undefined;
  asset: LedgerAsset;
  units: bigint;
  hasLeft: boolean;
  reference: string;
  address: string | undefined;
  /** What proved that it left, and how much did. */
  leftProof: string | undefined;
  leftUnits: bigint | undefined;
  /** What has arrived, also where it waits to be known to have left. */
  arrivedUnits: bigint | undefined;
  /** Since when it stands as it does. */
  at: Date;
};

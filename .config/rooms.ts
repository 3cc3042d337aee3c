import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type ICruiseResult, cruise } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";
import config from "./dependency-cruiser.mjs";

/** Which rooms each room imports by value. */
type Drawing = ReadonlyMap<string, ReadonlySet<string>>;
type Modules = ICruiseResult["modules"];

const ROOTS = ["lib", "components"];

/** The room of a file, `lib/bills` or `components/ui`; undefined for what stands in none. */
export const roomOf = (path: string): string | undefined => /^(?:lib|components)\/[^/]+(?=\/)/.exec(path)?.[0];
export const rootOf = (room: string): string => room.slice(0, room.indexOf("/"));

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);

/** Who imports whom among the rooms of one root, tests and types left out. */
export function drawingOf(modules: Modules): Map<string, Set<string>> {
  const drawing = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    const from = roomOf(source);
    if (from === undefined || /\.(?:test|fixture)\.tsx?$/.test(source)) continue;
    const below = drawing.get(from) ?? new Set();
    drawing.set(from, below);
    for (const { resolved, dependencyTypes } of dependencies) {
      const to = roomOf(resolved);
      if (to === undefined || to === from || rootOf(to) !== rootOf(from)) continue;
      if (!dependencyTypes.includes("type-only")) below.add(to);
    }
  }
  return drawing;
}

/** Rooms that can be reached from a room, itself among them when it stands in a knot. */
export function reached(drawing: Drawing, room: string, known: Set<string> = new Set()): Set<string> {
  for (const next of drawing.get(room) ?? []) {
    if (known.has(next)) continue;
    known.add(next);
    reached(drawing, next, known);
  }
  return known;
}

/** The rooms of the longest way down, top first. Of a drawing without knots. */
export function longestChain(drawing: Drawing): readonly string[] {
  const known = new Map<string, readonly string[]>();
  const from = (room: string): readonly string[] => {
    const before = known.get(room);
    if (before) return before;
    const below = [...(drawing.get(room) ?? [])].map(from).reduce(longer, []);
    known.set(room, [room, ...below]);
    return [room, ...below];
  };
  return [...drawing.keys()].map(from).reduce(longer, []);
}

const longer = (one: readonly string[], other: readonly string[]) => (other.length > one.length ? other : one);

/** Rooms that import each other, each knot once, largest first. */
export function knotsOf(drawing: Drawing): readonly (readonly string[])[] {
  const reach = new Map([...drawing.keys()].map((room) => [room, reached(drawing, room)]));
  const knots = [...drawing.keys()]
    .filter((room) => reach.get(room)?.has(room))
    .map((room) => [...drawing.keys()].filter((other) => reach.get(room)?.has(other) && reach.get(other)?.has(room)));
  const once = new Map(knots.map((knot) => [knot.join(" "), knot]));
  return [...once.values()].sort((one, other) => other.length - one.length);
}

/** A knot counts as one room, so that even of a tangle one can say how deep it is. */
function untied(drawing: Drawing): Drawing {
  const knots = knotsOf(drawing);
  const nameOf = (room: string) => knots.find((knot) => knot.includes(room))?.join(" + ") ?? room;
  const rooms = [...drawing].map(([room, below]) => [nameOf(room), [...below].map(nameOf)] as const);
  const merged = new Map<string, Set<string>>();
  for (const [room, below] of rooms)
    merged.set(room, new Set([...(merged.get(room) ?? []), ...below.filter((to) => to !== room)]));
  return merged;
}

/** The drawing of another checkout, an older one for example, which no table of ours describes. */
export async function drawElsewhere(folder: string): Promise<string> {
  const root = resolve(folder);
  const tsConfig = join(root, "tsconfig.json");
  const { doNotFollow, exclude, tsPreCompilationDeps, enhancedResolveOptions } = config.options;
  const { output } = await cruise(
    [...ROOTS, "app"].filter((name) => existsSync(join(root, name))),
    { doNotFollow, exclude, tsPreCompilationDeps, baseDir: root } as Parameters<typeof cruise>[1],
    enhancedResolveOptions as Parameters<typeof cruise>[2],
    existsSync(tsConfig) ? { tsConfig: extractTSConfig(tsConfig) } : {},
  );
  const drawing = drawingOf((output as ICruiseResult).modules);
  return ROOTS.map((of) => said(of, new Map([...drawing].filter(([room]) => rootOf(room) === of)))).join("");
}

function said(root: string, drawing: Drawing): string {
  const arrows = [...drawing.values()].reduce((sum, below) => sum + below.size, 0);
  const knots = knotsOf(drawing);
  const chain = longestChain(untied(drawing));
  const rooms = [...drawing].map(
    ([room, below]) => `   ${nameIn(room).padEnd(13)} -> ${[...below].map(nameIn).sort().join(" ")}`,
  );
  return [
    ...rooms.sort(),
    `${drawing.size} rooms of ${root}, ${arrows} arrows, ${knots.flat().length} rooms in knots.`,
    ...knots.map((knot) => `  a knot of ${knot.length}: ${knot.map(nameIn).join(" ")}`),
    `  the longest chain has ${chain.length} rooms: ${chain.join(" > ")}`,
    "",
  ].join("\n");
}

const nameIn = (room: string): string => room.slice(room.indexOf("/") + 1);

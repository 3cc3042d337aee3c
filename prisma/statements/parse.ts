import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A statement as written: `:name` for a value, `:name?` for one that may be left out, `as "name!"` for a column never null. */
export type Written = {
  name: string;
  /** Where its heading stands. */
  line: number;
  note: string;
  /** With `$1`, `$2` … in place of the names, without comments. */
  text: string;
  values: readonly { name: string; optional: boolean }[];
  /** Columns that the author knows more of than PostgreSQL tells. */
  sure: ReadonlySet<string>;
};

const HEADING = /^-- (name|part): (.*)$/;
/** Stands for a part of another room's file, so that each table is written by the words of its own room. */
const INCLUDE = /^\s*-- include: (\S+\.sql) (\w+)$/;
const NAME = /^[a-z][A-Za-z0-9]*$/;
/** Texts and quoted names are stepped over; `::` is a cast. */
const VALUE = /'(?:[^']|'')*'|"(?:[^"]|"")*"|(?<![:\w\])]):([A-Za-z_]\w*)(\?)?/g;
const SURE = /\bas "(\w+)!"/g;

export class StatementFault extends Error {}

type Block = { kind: "name" | "part"; name: string; line: number; lines: string[] };
type Read = (path: string) => string;

const fromRoot: Read = (path) => readFileSync(join(import.meta.dirname, "../..", path), "utf8");

/**
 * The statements of a `.sql` file, with the parts they include (`-- include: FILE PART`, a line of its own) in their place.
 * Refuses what has no heading, no name, one that is taken, and a part that is not there.
 */
export function parseStatements(path: string, source: string, read: Read = fromRoot): Written[] {
  return blocksOf(path, source)
    .filter(({ kind }) => kind === "name")
    .map((block) => written(`${path}:${block.line}`, { ...block, lines: included(path, block, read) }));
}

/** `FILE PART`, as a file includes them. */
export function includesOf(source: string): { path: string; part: string }[] {
  return source.split("\n").flatMap((line) => {
    const [found, path = "", part = ""] = INCLUDE.exec(line) ?? [];
    return found === undefined ? [] : [{ path, part }];
  });
}

function blocksOf(path: string, source: string): Block[] {
  const blocks: Block[] = [];
  for (const [at, line] of source.split("\n").entries()) {
    const [found, kind, name = ""] = HEADING.exec(line) ?? [];
    if (found !== undefined) blocks.push({ kind: kind as Block["kind"], name: name.trim(), line: at + 1, lines: [] });
    else if (blocks.length > 0) blocks.at(-1)?.lines.push(line);
    else if (line.trim() !== "") throw new StatementFault(`${path}:${at + 1}: no "-- name: …" stands above it`);
  }
  const taken = new Set<string>();
  for (const { name, line } of blocks) {
    const where = `${path}:${line}`;
    if (!NAME.test(name)) throw new StatementFault(`${where}: "${name}" is no name of a function`);
    if (taken.has(name)) throw new StatementFault(`${where}: ${name} stands here twice`);
    taken.add(name);
  }
  return blocks;
}

function included(path: string, { lines, line }: Block, read: Read): string[] {
  return lines.flatMap((each) => {
    const [include] = includesOf(each);
    if (!include) return [each];
    const part = blocksOf(include.path, read(include.path)).find(
      ({ kind, name }) => kind === "part" && name === include.part,
    );
    if (!part) throw new StatementFault(`${path}:${line}: ${include.path} has no part ${include.part}`);
    return part.lines.filter((partLine) => partLine.trim() !== "").map((partLine) => `  ${partLine}`);
  });
}

function written(where: string, { name, line, lines }: Block): Written {
  const isComment = (each: string) => /^\s*--/.test(each);
  const first = lines.findIndex((each) => !isComment(each));
  const note = lines
    .slice(0, Math.max(first, 0))
    .map((each) => each.replace(/^\s*-- ?/, ""))
    .join("\n");
  const body = lines
    .filter((each) => !isComment(each))
    .join("\n")
    .trim()
    .replace(/;$/, "");
  if (body === "") throw new StatementFault(`${where}: ${name} has no statement`);
  const values = new Map<string, { name: string; optional: boolean; at: number }>();
  const text = body.replace(VALUE, (found, value?: string, mark?: string) => {
    if (value === undefined) return found;
    const known = values.get(value) ?? { name: value, optional: false, at: values.size + 1 };
    values.set(value, { ...known, optional: known.optional || mark !== undefined });
    return `$${known.at}`;
  });
  return {
    name,
    line,
    note,
    text: text.replace(SURE, 'as "$1"'),
    values: [...values.values()].map(({ name: value, optional }) => ({ name: value, optional })),
    sure: new Set([...text.matchAll(SURE)].map(([, column = ""]) => column)),
  };
}

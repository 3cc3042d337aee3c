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

const HEADING = /^-- name: (.*)$/;
const NAME = /^[a-z][A-Za-z0-9]*$/;
/** Texts and quoted names are stepped over; `::` is a cast. */
const VALUE = /'(?:[^']|'')*'|"(?:[^"]|"")*"|(?<![:\w\])]):([A-Za-z_]\w*)(\?)?/g;
const SURE = /\bas "(\w+)!"/g;

export class StatementFault extends Error {}

/** The statements of a `.sql` file. Refuses what has no heading, no name, or one that is taken. */
export function parseStatements(path: string, source: string): Written[] {
  const blocks: { name: string; line: number; lines: string[] }[] = [];
  for (const [at, line] of source.split("\n").entries()) {
    const heading = HEADING.exec(line);
    if (heading) blocks.push({ name: (heading[1] ?? "").trim(), line: at + 1, lines: [] });
    else if (blocks.length > 0) blocks.at(-1)?.lines.push(line);
    else if (line.trim() !== "") throw new StatementFault(`${path}:${at + 1}: no "-- name: …" stands above it`);
  }
  const taken = new Set<string>();
  return blocks.map((block) => {
    const where = `${path}:${block.line}`;
    if (!NAME.test(block.name)) throw new StatementFault(`${where}: "${block.name}" is no name of a function`);
    if (taken.has(block.name)) throw new StatementFault(`${where}: ${block.name} stands here twice`);
    taken.add(block.name);
    return written(where, block);
  });
}

function written(where: string, { name, line, lines }: { name: string; line: number; lines: string[] }): Written {
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

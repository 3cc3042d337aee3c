import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A numbered rule. A planned one is decided but not built: no code may rely on it. */
export type Clause = { number: string; planned: boolean; text: string };
export type Chapter = { slug: string; title: string; markdown: string; clauses: readonly Clause[] };

/** The chapters in their order; the position of a chapter is the first part of its clauses' numbers. */
const CHAPTERS = [
  "conventions",
  "errors",
  "callers",
  "bills",
  "payments",
  "conversions",
  "deposits",
  "ledger",
  "events",
  "sandbox",
  "surface",
  "settings",
  "treasury",
] as const;

/** `- **7.3** text`, or `- **7.15** (planned) text`. */
const CLAUSE = /^- \*\*(\d+\.\d+)\*\*( \(planned\))? (.+)$/gm;

/** The rules of the program, read from their files; code and tests cite a clause as "rulebook 7.3". */
export function rulebook(root = process.cwd()): Chapter[] {
  return CHAPTERS.map((name) => {
    const markdown = readFileSync(join(/* turbopackIgnore: true */ root, `app/docs/rulebook/${name}.md`), "utf8");
    const clauses = [...markdown.matchAll(CLAUSE)].map(([, number = "", mark, text = ""]) => ({
      number,
      planned: mark !== undefined,
      text,
    }));
    return { slug: `rulebook/${name}`, title: /^# (.+)$/m.exec(markdown)?.[1] ?? name, markdown, clauses };
  });
}

/** The first page: what the numbers mean, and how much of each chapter is built. */
export function rulebookIndex(chapters: readonly Chapter[]): string {
  const rows = chapters.map(({ slug, title, clauses }) => {
    const planned = clauses.filter((clause) => clause.planned).length;
    return `| [${title}](/docs/${slug}) | ${clauses.length - planned} | ${planned || "–"} |`;
  });
  return [
    "# Rulebook",
    "The rules of this program, one clause each. Code, tests and messages of commits cite them by number. The specification is the interface that the first seven operations implement: create a bill, get payments, and list, create, quote, execute and cancel conversions; the rulebook settles what it leaves open.",
    "A clause marked (planned) is decided and not built yet. Where a comment in a database migration says “contract §7”, it means chapter 7.",
    ["| Chapter | Built | Planned |", "|---|---|---|", ...rows].join("\n"),
  ].join("\n\n");
}

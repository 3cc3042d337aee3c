import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  errorMarkdown,
  errorsMarkdown,
  eventsMarkdown,
  type Listed,
  listed,
  operationMarkdown,
  referenceMarkdown,
} from "#components/docs/reference.ts";
import type { OpenApiDocument } from "#lib/reference/document.ts";
import { ERROR_FACTS } from "#lib/reference/error-facts.ts";
import type { ErrorCode } from "#lib/kernel/errors.ts";
import { rulebook, rulebookIndex } from "./rulebook.ts";

/** A page of the documents; `slug` is its address under /docs. */
export type DocsPage = { slug: string; title: string; group: string; operationId?: string; markdown(): string };

const textOf = (file: string): string => readFileSync(join(/* turbopackIgnore: true */ process.cwd(), file), "utf8");

export const API: OpenApiDocument = JSON.parse(textOf("public/openapi.json"));

/** Pages written by hand: where their files lie, and each file with its title. */
type Written = { group: string; folder: string; pages: readonly (readonly [file: string, title: string])[] };

const GUIDES: Written = {
  group: "Guides",
  folder: "guides",
  pages: [
    ["quick-start", "Quick start"],
    ["signing", "Signing"],
    ["calling", "Calling safely"],
    ["bills", "Bills and strategies"],
    ["conversions", "Conversions"],
    ["refunds", "Refunds"],
    ["payouts", "Payouts and settlements"],
    ["webhooks", "Webhooks"],
    ["sandbox", "Sandbox"],
    ["sdk", "TypeScript SDK"],
    ["going-live", "Going live"],
  ],
};

const HANDBOOK: Written = {
  group: "Operator's handbook",
  folder: "handbook",
  pages: [
    ["set-up", "Set-up"],
    ["processes", "Processes and database"],
    ["security", "Access, keys and data"],
    ["treasury", "Treasury"],
    ["monitoring", "Monitoring"],
    ["backup", "Backup and restore"],
    ["upgrade", "Upgrade"],
    ["incidents", "Incidents"],
  ],
};

const BACKGROUND: Written = {
  group: "Background",
  folder: "background",
  pages: [
    ["decisions", "Decisions"],
    ["performance", "Performance"],
    ["glossary", "Glossary"],
    ["asvs", "OWASP ASVS 5.0 level 2"],
  ],
};

/** Guides keep their addresses right under /docs; the others stand under their folder. */
const written = ({ group, folder, pages }: Written): DocsPage[] =>
  pages.map(([file, title]) => ({
    slug: folder === "guides" ? file : `${folder}/${file}`,
    title,
    group,
    markdown: () => textOf(`app/docs/${folder}/${file}.md`),
  }));

/** All pages in the order of the navigation: guides by hand, the reference and the errors from the contracts. */
export function allPages(): DocsPage[] {
  const areas = (API["tags"] as { name: string }[]).map(({ name }) => name);
  const inOrder = listed(API).toSorted((a, b) => areas.indexOf(areaOf(a)) - areas.indexOf(areaOf(b)));
  const operations = inOrder.map((one) => ({
    slug: `reference/${one.operation.operationId}`,
    title: one.operation.operationId,
    group: areaOf(one),
    operationId: one.operation.operationId,
    markdown: () => operationMarkdown(API, one),
  }));
  const errors = (Object.keys(ERROR_FACTS) as ErrorCode[]).map((code) => ({
    slug: `errors/${code}`,
    title: code,
    group: "Errors",
    markdown: () => errorMarkdown(API, code),
  }));
  const chapters = rulebook();
  return [
    ...written(GUIDES),
    ...written(HANDBOOK),
    { slug: "rulebook", title: "Overview", group: "Rulebook", markdown: () => rulebookIndex(chapters) },
    ...chapters.map(({ slug, title, markdown }) => ({ slug, title, group: "Rulebook", markdown: () => markdown })),
    ...written(BACKGROUND),
    { slug: "reference", title: "All operations", group: "Reference", markdown: () => referenceMarkdown(API) },
    { slug: "events", title: "Events", group: "Reference", markdown: () => eventsMarkdown(API) },
    { slug: "errors", title: "Errors", group: "Reference", markdown: errorsMarkdown },
    ...operations,
    ...errors,
  ];
}

const areaOf = ({ operation }: Listed): string => operation.tags[0] ?? "Reference";

export function findPage(slug: string): DocsPage | undefined {
  return allPages().find((page) => page.slug === slug);
}

/** What a reader's sandbox key stands for in the guides until it is known. */
export const KEY_HOLE = "ak_…:sk_…";
export const DESK_HOLE = "http://localhost:3000";

/** The page as text: with the address it is read from, and with no key. */
export const plainText = (page: DocsPage, origin: string): string => page.markdown().replaceAll(DESK_HOLE, origin);

/** What a program reads first (llmstxt.org): what this is, and where each page is as Markdown. */
export function llmsText(origin: string): string {
  const pages = allPages();
  const groups = [...new Set(pages.map(({ group }) => group))];
  const lines = groups.flatMap((group) => [
    `## ${group}`,
    "",
    ...pages.filter((page) => page.group === group).map((page) => `- [${page.title}](${origin}/docs/${page.slug}.md)`),
    "",
  ]);
  return [
    "# Crypto payments and conversions",
    "",
    "> Bills stated in fiat and paid in crypto; deposits converted or kept by the bill's strategy; conversion invoices; signed webhooks; a sandbox that is the same program.",
    "",
    `The whole API as OpenAPI 3.1: ${origin}/openapi.json`,
    "",
    ...lines,
  ].join("\n");
}

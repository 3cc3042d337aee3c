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
import type { OpenApiDocument } from "#lib/api/openapi/document.ts";
import { ERROR_FACTS } from "#lib/api/openapi/error-facts.ts";
import type { ErrorCode } from "#lib/kernel/errors.ts";

/** A page of the documents; `slug` is its address under /docs. */
export type DocsPage = { slug: string; title: string; group: string; operationId?: string; markdown(): string };

const textOf = (file: string): string => readFileSync(join(/* turbopackIgnore: true */ process.cwd(), file), "utf8");

export const API: OpenApiDocument = JSON.parse(textOf("public/openapi.json"));

const GUIDES: readonly (readonly [slug: string, title: string])[] = [
  ["quick-start", "Quick start"],
  ["signing", "Signing"],
  ["calling", "Calling safely"],
  ["bills", "Bills and strategies"],
  ["conversions", "Conversions"],
  ["webhooks", "Webhooks"],
  ["sandbox", "Sandbox"],
  ["sdk", "TypeScript SDK"],
  ["going-live", "Going live"],
];

/** All pages in the order of the navigation: guides by hand, the reference and the errors from the contracts. */
export function allPages(): DocsPage[] {
  const guides = GUIDES.map(([slug, title]) => ({
    slug,
    title,
    group: "Guides",
    markdown: () => textOf(`app/docs/guides/${slug}.md`),
  }));
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
  return [
    ...guides,
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

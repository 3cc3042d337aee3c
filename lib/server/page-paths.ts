import { globSync } from "node:fs";
import { basename } from "node:path";
import { ROOT } from "./build.ts";

/** First segments of what Next has: pages, files beside them, and files of its own. */
const FIRST: ReadonlySet<string> = new Set([
  "",
  "_next",
  ...globSync(["app/*", "app/(*)/*", "public/*"], { cwd: ROOT }).map((path) => basename(path)),
]);

/**
 * Whether a path that is none of ours is Next's to answer: one of a page, or whatever somebody wants to read as one. A
 * program that mistypes a path is answered by our error body, not by a page.
 */
export function isForPages(pathname: string, accept: string | undefined): boolean {
  const [, first = ""] = pathname.split("/");
  return FIRST.has(first) || accept?.includes("text/html") === true;
}

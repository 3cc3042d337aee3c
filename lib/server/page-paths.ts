import { globSync } from "node:fs";
import { basename } from "node:path";
import { HttpRefusal } from "#lib/http/errors.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { ROOT } from "./build.ts";

/** First segments of what Next has: pages, files beside them, and files of its own. */
const FIRST: ReadonlySet<string> = new Set([
  "",
  "_next",
  ...globSync(["app/*", "app/(*)/*", "public/*"], { cwd: ROOT }).map((path) => basename(path)),
]);

/** Sign-in, which forms are sent to; everything else of Next's is only read. */
const SENT_TO = "/api/auth/";
const BUILT = "/_next/static/";
/** Next's image optimizer, which no page of ours uses. */
const IMAGES = "/_next/image";

/**
 * Why a path that is none of ours is not Next's to answer; undefined for one of a page, or for whatever a person wants to
 * read as one. A program that mistypes a path is answered by our error body, not by a page; nor does Next, which reads
 * every method as GET and every path of its own as a page, show one where there is none.
 */
export function refuseForPages(
  { pathname, method, accept }: { pathname: string; method: string; accept: string | undefined },
  dev: boolean,
): Refusal | undefined {
  const [, first = ""] = pathname.split("/");
  if (!FIRST.has(first) && accept?.includes("text/html") !== true) return nothingHere();
  if (first === "_next" && !pathname.startsWith(BUILT) && (!dev || pathname.startsWith(IMAGES))) return nothingHere();
  return pathname.startsWith(SENT_TO) ? undefined : refuseMethod(["GET"], method);
}

/** HEAD is answered wherever GET is (RFC 9110 §9.3.2). */
export function refuseMethod(methods: readonly string[], method: string): Refusal | undefined {
  const taken = methods.flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name]));
  if (taken.includes(method)) return undefined;
  const allowed = taken.join(", ");
  return new HttpRefusal("METHOD_NOT_ALLOWED", `This path takes ${allowed}.`, { allow: allowed });
}

export const nothingHere = () => new Refusal("NOT_FOUND", "There is nothing at this path.");

import type { OpenApiDocument } from "./document.ts";
import { type ExampleCall, exampleCalls, targetOf } from "./snippets.ts";

/** What collections are made of: an operation's example and where it stands. */
type Entry = { tag: string; summary: string; call: ExampleCall; keyed: boolean };

function entriesOf(document: OpenApiDocument): Entry[] {
  return exampleCalls(document).map((call) => {
    const [method = "", path = ""] = call.place.split(" ");
    const operation = document.paths[path]?.[method.toLowerCase()];
    return {
      tag: operation?.tags[0] ?? "",
      summary: operation?.summary ?? "",
      call,
      keyed: (operation?.["x-scope"] ?? "public") !== "public",
    };
  });
}

/** A Postman collection (schema 2.1) for a sandbox: variables `desk`, `keyId` and `secret`, HTTP Basic. */
export function postmanCollection(document: OpenApiDocument): Record<string, unknown> {
  const entries = entriesOf(document);
  const tags = [...new Set(entries.map(({ tag }) => tag))];
  const variable = (key: string, value: string) => ({ key, value });
  return {
    info: {
      name: String(document.info["title"]),
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    auth: { type: "basic", basic: [variable("username", "{{keyId}}"), variable("password", "{{secret}}")] },
    variable: [variable("desk", "http://localhost:3000"), variable("keyId", ""), variable("secret", "")],
    item: tags.map((tag) => ({ name: tag, item: entries.filter((entry) => entry.tag === tag).map(postmanItem) })),
  };
}

function postmanItem({ summary, call, keyed }: Entry): Record<string, unknown> {
  return {
    name: call.operationId,
    request: {
      method: call.method,
      description: summary,
      url: `{{desk}}${targetOf(call)}`,
      ...(keyed ? {} : { auth: { type: "noauth" } }),
      header: call.body ? [{ key: "content-type", value: "application/json" }] : [],
      ...(call.body && { body: { mode: "raw", raw: JSON.stringify(call.body, null, 2) } }),
    },
  };
}

/** A Bruno collection as its files; secrets stay in the environment's own secret store. */
export function brunoFiles(document: OpenApiDocument): Map<string, string> {
  const files = new Map<string, string>();
  const name = String(document.info["title"]);
  files.set("bruno.json", `${JSON.stringify({ version: "1", name, type: "collection" }, null, 2)}\n`);
  files.set(
    "environments/sandbox.bru",
    "vars {\n  desk: http://localhost:3000\n}\nvars:secret [\n  keyId,\n  secret\n]\n",
  );
  entriesOf(document).forEach((entry, at) => {
    files.set(`${entry.tag}/${entry.call.operationId}.bru`, brunoText(entry, at + 1));
  });
  return files;
}

function brunoText({ call, keyed, summary }: Entry, seq: number): string {
  const body = call.body ? "json" : "none";
  const parts = [
    block("meta", [`name: ${call.operationId}`, "type: http", `seq: ${seq}`]),
    block(call.method.toLowerCase(), [
      `url: {{desk}}${targetOf(call)}`,
      `body: ${body}`,
      `auth: ${keyed ? "basic" : "none"}`,
    ]),
    ...(keyed ? [block("auth:basic", ["username: {{keyId}}", "password: {{secret}}"])] : []),
    ...(call.body ? [block("body:json", JSON.stringify(call.body, null, 2).split("\n"))] : []),
    block("docs", [summary]),
  ];
  return `${parts.join("\n\n")}\n`;
}

const block = (name: string, lines: readonly string[]): string =>
  `${name} {\n${lines.map((line) => `  ${line}`).join("\n")}\n}`;

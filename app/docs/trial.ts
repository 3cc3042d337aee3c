import type { Trial } from "#components/docs/try-it.tsx";
import { listed } from "#components/docs/reference.ts";
import { API } from "./library.ts";

/** What the form of an operation asks for; undefined for pages that are none, and for streams. */
export function trialOf(operationId: string | undefined): Trial | undefined {
  const found = listed(API).find(({ operation }) => operation.operationId === operationId);
  if (!found?.operation.responses["200"]?.content?.["application/json"]) return undefined;
  const { path, method, operation } = found;
  const json = operation.requestBody?.content["application/json"];
  const fields = (operation.parameters ?? []).flatMap(({ name, in: place, schema, required = false }) =>
    name && (place === "path" || (place === "query" && !json))
      ? [{ name, place: place as "path" | "query", example: String(schema?.examples?.[0] ?? ""), required }]
      : [],
  );
  const keyed = (operation["x-scope"] ?? "public") !== "public";
  return { method, path, keyed, fields, body: json && JSON.stringify(json.example ?? {}, null, 2) };
}

import { afterEach, expect, test } from "vitest";
import { actorText } from "./actor-text.ts";
import { answerLanguage, type Language } from "./language.ts";

afterEach(() => answerLanguage(() => "en"));

test.each<[Language, string, string]>([
  ["en", "staff:Anna Keller", "Anna Keller"],
  ["en", "staff:a:b", "a:b"],
  ["en", "key:ak_0123456789abcdef", "API key …abcdef"],
  ["de", "key:ak_0123456789abcdef", "API-Schlüssel …abcdef"],
  ["de", "worker", "System"],
  ["de", "operator", "Betreiber"],
  ["de", "public", "Zahler"],
  ["en", "import", "import"],
])("in %s, %s is %s", (language, actor, text) => {
  answerLanguage(() => language);
  expect(actorText(actor)).toBe(text);
});

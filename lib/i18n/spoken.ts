import { currentLanguage, type Language } from "./language.ts";
import { pseudo } from "./pseudo.ts";

type Worded = (...given: unknown[]) => unknown;
type Part = Readonly<Record<string, unknown>>;

/**
 * A catalogue in the language of the page or of the request that is being answered. A word is looked up when it is read:
 * read it while rendering, never into a constant of a module, which many requests share.
 */
export function spoken<Shape extends object>(english: Shape, partOf: (language: Language) => Part | undefined): Shape {
  const inner = new Map<string, object>();
  return new Proxy(english, {
    get(target, name) {
      const own = typeof name === "string" && Object.hasOwn(target, name);
      const word: unknown = Reflect.get(target, name);
      if (!own) return word;
      if (typeof word === "object" && word !== null) {
        const known = inner.get(name) ?? spoken(word, (language) => partOf(language)?.[name] as Part | undefined);
        inner.set(name, known);
        return known;
      }
      const language = currentLanguage();
      return language === "xa" ? disguised(word) : (partOf(language)?.[name] ?? word);
    },
  });
}

function disguised(word: unknown): unknown {
  if (typeof word === "string") return pseudo(word);
  if (typeof word !== "function") return word;
  return (...given: unknown[]) => {
    const plain = (word as Worded)(...given);
    return typeof plain === "string" ? pseudo(plain) : plain;
  };
}

import { inflateSync } from "node:zlib";

/** What a PDF's pages say, read back through the character maps of its embedded fonts; a line for each piece drawn. */
export function printedWords(bytes: Buffer): { text: string; pages: number } {
  const objects = objectsOf(bytes);
  const pages = [...objects.values()].filter((one) => /\/Type \/Page\b/.test(one));
  return { text: pages.map((page) => wordsOf(page, objects)).join(""), pages: pages.length };
}

function wordsOf(page: string, objects: Map<string, string>): string {
  const resources = objects.get(refOf(page, "Resources")) ?? "";
  const fonts = new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = "", at = ""]) => [
      name,
      mapOf(objects.get(refOf(objects.get(at) ?? "", "ToUnicode")) ?? ""),
    ]),
  );
  const content = objects.get(refOf(page, "Contents")) ?? "";
  let font: Map<string, string> | undefined;
  let text = "";
  for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = fonts.get(name);
    else {
      for (const [, codes = ""] of (shown ?? "").matchAll(/<([0-9a-f]+)>/g))
        text += (codes.match(/.{4}/g) ?? []).map((code) => font?.get(code) ?? "?").join("");
      text += "\n";
    }
  }
  return text;
}

const refOf = (object: string, name: string) => new RegExp(`/${name} (\\d+) 0 R`).exec(object)?.[1] ?? "";

function objectsOf(bytes: Buffer): Map<string, string> {
  const whole = bytes.toString("latin1");
  return new Map(
    [...whole.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, at = "", inside = ""]) => {
      const [head = "", stream] = inside.split("stream\n", 2);
      if (stream === undefined) return [at, inside];
      const data = Buffer.from(
        inside.slice(head.length + "stream\n".length, inside.lastIndexOf("\nendstream")),
        "latin1",
      );
      return [
        at,
        head + (head.includes("/FlateDecode") ? inflateSync(data).toString("latin1") : data.toString("latin1")),
      ];
    }),
  );
}

/** Glyph codes to characters, of a ToUnicode map's ranges; a ligature stands for several. */
function mapOf(cmap: string): Map<string, string> {
  const map = new Map<string, string>();
  for (const [, first = "0", , list = ""] of cmap.matchAll(/<([0-9a-f]{4})> <([0-9a-f]{4})> \[([^\]]*)\]/g)) {
    for (const [at, hex] of [...list.matchAll(/<([0-9a-f ]*)>/g)].map(([, hex = ""]) => hex).entries())
      map.set(
        (Number.parseInt(first, 16) + at).toString(16).padStart(4, "0"),
        Buffer.from(hex.replaceAll(" ", ""), "hex").swap16().toString("utf16le"),
      );
  }
  return map;
}

import { inflateRawSync } from "node:zlib";

/** All texts inside a ZIP archive, by its central directory. */
export function unzipped(bytes: Uint8Array): string {
  const zip = Buffer.from(bytes);
  const texts: string[] = [];
  for (let at = zip.indexOf("PK\u0001\u0002"); at >= 0; at = zip.indexOf("PK\u0001\u0002", at + 4)) {
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = zip.subarray(from, from + zip.readUInt32LE(at + 20));
    texts.push(zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(content).toString() : content.toString());
  }
  return texts.join("\n");
}

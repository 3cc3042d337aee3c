import { fileFault } from "./file-fault.ts";
import { beginsAsXml } from "./xml-start.ts";

/** Encodings of banks' XML beside UTF-8, by the names under which a file declares them, as the Encoding Standard reads these. */
const OLD_ENCODINGS: Readonly<Record<string, string>> = {
  "us-ascii": "windows-1252",
  "iso-8859-1": "windows-1252",
  "iso-8859-15": "iso-8859-15",
  "windows-1252": "windows-1252",
};

/**
 * The text of an XML file. What is well-formed UTF-8 is read so whatever it declares, since programs change a file's bytes and
 * leave its first line as it was; else it is in the encoding that it declares. Refuses with VALIDATION_FAILED what is in neither.
 */
export function textOfXml(bytes: Uint8Array): string {
  const wide = wideOf(bytes);
  const text = decodedAs(wide ?? "utf-8", bytes);
  if (text !== undefined) return text;
  const declared = /^<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(latin(bytes))?.[1] ?? "UTF-8";
  const old = wide === undefined ? OLD_ENCODINGS[declared.toLowerCase()] : undefined;
  const read = old === undefined ? undefined : decodedAs(old, bytes);
  if (read !== undefined) return read;
  const value = wide?.toUpperCase() ?? declared;
  throw fileFault(
    "text",
    `The file is not in ${value}, the encoding that it declares, or that encoding is not supported: save it as UTF-8.`,
    {
      code: "ENCODING",
      value,
    },
  );
}

/** The letters of a file that a rule looks for, none of them beyond ASCII, in whichever encoding it is. */
export const asciiOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1").replaceAll("\0", "");

const latin = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, 300)).toString("latin1");

/** UTF-16, by its byte order mark or the first letter of XML; undefined where each letter of the file begins a byte. */
function wideOf(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (!beginsAsXml(bytes)) return undefined;
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || second === 0) return "utf-16le";
  return (first === 0xfe && second === 0xff) || first === 0 ? "utf-16be" : undefined;
}

function decodedAs(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

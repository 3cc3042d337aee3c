import { isApiFault } from "#lib/contract/api-fault.ts";
import { treasuryText } from "#components/i18n/treasury.ts";

/** As large a file as a request takes, in base64 with the rest of it. */
const MOST_BYTES = 45_000;

/** A file as it is read in the browser. */
export type PickedFile = { name: string; bytes: Uint8Array };

export const pickedFile = async (file: File | undefined): Promise<PickedFile | undefined> =>
  file && { name: file.name.slice(0, 200), bytes: new Uint8Array(await file.arrayBuffer()) };

/** What is wrong with a file before it is sent; undefined when nothing is. */
export function fileFault(picked: PickedFile | undefined): string | undefined {
  const { missing, large } = treasuryText.statements.form;
  if (!picked) return missing;
  return picked.bytes.length > MOST_BYTES ? large : undefined;
}

/** XML begins with a `<`, behind a byte order mark at most; all else is CSV. */
export const isXml = ({ bytes }: PickedFile): boolean =>
  new TextDecoder().decode(bytes.slice(0, 64)).trimStart().startsWith("<");

export function base64Of(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** The line of the file for which the API refuses it; undefined where it names none, null where it is no such refusal. */
export function faultyLine(error: unknown): number | undefined | null {
  if (!isApiFault(error) || error.code !== "VALIDATION_FAILED") return null;
  if (!error.errors.some(({ field }) => field === "content" || field === "text")) return null;
  const line = Number(String(error.body["line"] ?? ""));
  return Number.isInteger(line) && line > 0 ? line : undefined;
}

import { beginsAsXml } from "#lib/bank/xml-start.ts";
import { isApiFault } from "#lib/contract/api-fault.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { treasuryText } from "#lib/i18n/treasury.ts";
import { bankFailureText, isBankFailureCode } from "#components/ui/failure-text.tsx";

/** As large a file as its request takes, in base64 with the rest of it. */
const MOST_BYTES = 12_000_000;

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

export const isXml = ({ bytes }: PickedFile): boolean => beginsAsXml(bytes);

export function base64Of(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Why the API refuses a file as a whole, in the reader's language; undefined where it refuses something else. */
export function refusedFile(error: unknown): string | undefined {
  if (!isApiFault(error) || error.code !== "VALIDATION_FAILED") return undefined;
  const failure = error.body["failure"];
  if (typeof failure !== "object" || failure === null || failure instanceof Decimal || Array.isArray(failure))
    return undefined;
  const { code, line, limit, ...facts } = failure;
  return typeof code === "string" && isBankFailureCode(code)
    ? bankFailureText({ ...(facts as object), code, line: numberOf(line), limit: numberOf(limit) })
    : undefined;
}

/** Figures of an error's body are read exactly. */
const numberOf = (value: unknown): number | undefined =>
  value instanceof Decimal ? Number(value.toString()) : undefined;

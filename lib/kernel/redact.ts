const SECRET_NAME =
  /secret|password|passphrase|authorization|cookie|signature|token|nonce|mnemonic|private|x-?pub|x-?prv/i;
/** Begins where a word begins, so that a long word is read once and not once from each of its letters. */
const URL_PASSWORD = /(?<![a-z0-9+.-])([a-z0-9+.-]+:\/\/[^\s:/@]*):[^\s@/]+@/gi;
/** The token of a link stands behind #, 256 bits as base64url: its holder may do what the link is for. */
const KNOWN_SECRET =
  /#[\w-]{43,}|whsec_[\w+/=-]+|\b[xyz]prv[1-9A-HJ-NP-Za-km-z]{50,}|\bsk_[\w-]{20,}|\b[a-z2-7]{5}(?:-[a-z2-7]{5}){2}\b/g;

/** Stands where a secret stood. */
export const STRUCK = "[struck out]";

/** Whether the value under this name is secret. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name);

/** A text without the passwords of URLs and without what looks like one of our own secrets. */
export function withoutSecrets(text: string): string {
  const open = text.includes("://") ? text.replace(URL_PASSWORD, `$1:${STRUCK}@`) : text;
  return open.replace(KNOWN_SECRET, STRUCK);
}

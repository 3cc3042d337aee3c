/** The forms in which a chain's record may hold the hash that a person has written: in small letters, with and without 0x. */
export function hashForms(text: string): string[] {
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(text)?.[1]?.toLowerCase();
  return digits === undefined ? [text] : [digits, `0x${digits}`];
}

/** Secrets that were planted, and where one of them is met in whatever spelling. */
export type Canaries = {
  /** Remembers a secret by a name that may be told. */
  plant(name: string, secret: string): string;
  /** Names of the secrets that a text or some bytes hold. */
  met(where: string | Uint8Array): string[];
  /** Every spelling of every secret. */
  spellings(): string[];
};

const SHORTEST = 12;

export function openCanaries(): Canaries {
  const planted = new Map<string, readonly string[]>();
  return {
    plant(name, secret) {
      if (secret.length < SHORTEST) throw new Error(`${name} is no secret: ${secret.length} characters`);
      planted.set(name, spellingsOf(secret));
      return secret;
    },
    met(where) {
      const found = (spelling: string) =>
        typeof where === "string"
          ? where.includes(spelling)
          : Buffer.from(where.buffer, where.byteOffset, where.byteLength).includes(spelling);
      return [...planted].filter(([, spellings]) => spellings.some(found)).map(([name]) => name);
    },
    spellings: () => [...planted.values()].flat(),
  };
}

/** As it is, as JSON and URLs have it, as hex and base64, and the hex of the bytes behind `whsec_…` and `sk_…`. */
function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const inner = Buffer.from(secret.replace(/^(whsec|sk)_/, ""), "base64");
  const unpadded = bytes.toString("base64").replace(/=+$/, "").slice(0, -1);
  return [
    ...new Set([
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      bytes.toString("hex"),
      unpadded,
      bytes.toString("base64url").slice(0, -1),
      ...(inner.length >= SHORTEST ? [inner.toString("hex")] : []),
    ]),
  ];
}

import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openSecrets, secretsUnder } from "./secrets.ts";

const KEY = "0123456789abcdef0123456789abcdef";

describe("sealing", () => {
  const secrets = secretsUnder(KEY);

  test("opens to what was sealed, and never seals alike twice", () => {
    const sealed = secrets.seal("key a", "geheim ✓");
    expect(secrets.open("key a", sealed)).toBe("geheim ✓");
    expect(Buffer.from(secrets.seal("key a", "geheim ✓")).equals(Buffer.from(sealed))).toBe(false);
    expect(Buffer.from(sealed).toString("latin1")).not.toContain("geheim");
  });

  test("another purpose, another key or one altered byte does not open", () => {
    const sealed = secrets.seal("key a", "secret");
    expect(() => secrets.open("key b", sealed)).toThrow();
    expect(() => secretsUnder(`${KEY}x`).open("key a", sealed)).toThrow();
    for (let at = 0; at < sealed.length; at += 1) {
      const altered = Uint8Array.from(sealed, (byte, i) => (i === at ? byte ^ 1 : byte));
      expect(() => secrets.open("key a", altered), `byte ${at}`).toThrow();
    }
  });

  test("a derived key is the same each time and differs by purpose", () => {
    expect(secretsUnder(KEY).derive("a").equals(secrets.derive("a"))).toBe(true);
    expect(secrets.derive("b").equals(secrets.derive("a"))).toBe(false);
  });
});

describe("the sandbox's key", () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "desk-secrets-"));
    chmodSync(dataDir, 0o700);
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  test("is made once, for its owner's eyes only", () => {
    const sealed = openSecrets({ mode: "sandbox", dataDir }).seal("x", "text");
    const path = join(dataDir, "secrets.key");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, "utf8").trim()).toHaveLength(64);
    expect(openSecrets({ mode: "sandbox", dataDir }).open("x", sealed)).toBe("text");
  });

  test("live makes none, and a short key is refused", () => {
    expect(() => openSecrets({ mode: "live", dataDir })).toThrow(/SECRETS_KEY/);
    expect(() => secretsUnder("short")).toThrow(/32 characters/);
  });
});

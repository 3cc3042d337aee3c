import { describe, expect, test } from "vitest";
import { safeAccount, safeFingerprint } from "./safe-account.ts";

const ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const script = ADDRESS.slice(2).toLowerCase();

describe("the address of a Safe", () => {
  test.each([ADDRESS, `0x${script}`, `0x${script.toUpperCase()}`])(
    "%s is read, and written with its letters",
    (text) => {
      expect(safeAccount(text)).toEqual({ address: ADDRESS, script });
    },
  );

  const refusal = (message: string) =>
    expect.objectContaining({ code: "VALIDATION_FAILED", message, detail: { errors: [{ field: "xpub", message }] } });

  test.each([
    `${ADDRESS}0`,
    ADDRESS.slice(0, -1),
    ADDRESS.slice(2),
    ` ${ADDRESS}`,
    `0X${script}`,
    `0x${"g".repeat(40)}`,
    "",
  ])("%j is none", (text) => {
    const message = "The address of a Safe must be written as 0x and 40 digits.";
    expect(() => safeAccount(text)).toThrow(refusal(message));
  });

  test("whose letters do not hold is mistyped", () => {
    expect(() => safeAccount(ADDRESS.replace("aA", "AA"))).toThrow(
      refusal("The address of the Safe is mistyped: its letters do not hold."),
    );
  });

  test("stands for a key by its first four bytes", () =>
    expect(safeFingerprint(safeAccount(ADDRESS))).toBe("5aaeb605"));
});

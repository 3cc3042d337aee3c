import { expect, test } from "vitest";
import { base58check, base58checkBytes } from "./base58check.ts";

test("bytes are read back from their text, up to 112 characters", () => {
  const lengths = new Set<number>();
  for (let size = 0; size < 90; size += 1) {
    for (const zeros of [0, 1, 2]) {
      const bytes = new Uint8Array(size + zeros).fill(255, zeros);
      const text = base58check(bytes);
      lengths.add(text.length);
      expect(base58checkBytes(text)).toEqual(text.length <= 112 ? bytes : undefined);
    }
  }
  expect([...lengths]).toEqual(expect.arrayContaining([111, 112, 113, 114]));
});

test.each(["", "0", "I", "1", "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabB"])("%j holds no bytes", (text) =>
  expect(base58checkBytes(text)).toBeUndefined(),
);

import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { TabBar } from "./nav.tsx";

afterEach(() => page.viewport(1280, 800));

/** What WCAG 1.4.12 has a reader set. */
const WIDE = { letterSpacing: "0.12em", wordSpacing: "0.16em", lineHeight: 1.5 };

test.each([390, 320])("the words of the bar stand apart at %i px, also with the reader's spacing", async (width) => {
  await page.viewport(width, 640);
  const { container } = await show(
    <div style={WIDE}>
      <TabBar />
    </div>,
  );
  const bar = container.querySelector("nav");
  const words = [...(bar?.querySelectorAll(":scope > a") ?? [])].map((link) => {
    const range = document.createRange();
    range.selectNodeContents(link);
    return range.getBoundingClientRect();
  });
  expect(words).toHaveLength(4);
  for (const [at, word] of words.entries()) expect(word.right).toBeLessThanOrEqual(words[at + 1]?.left ?? width);
  const bottom = Math.max(...words.map((word) => word.bottom));
  expect(bottom).toBeLessThanOrEqual(bar?.getBoundingClientRect().bottom ?? 0);
});

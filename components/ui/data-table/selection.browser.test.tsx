import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { useSelected } from "./open-row.ts";
import type { Selection } from "./selection.ts";

type Row = { id: string; free: string };
const READINGS: readonly (readonly Row[])[] = [[{ id: "a", free: "0.1" }], [{ id: "a", free: "0.3" }], []];
const idOf = ({ id }: Row) => id;
const TICKED: Selection = { a: true };

function Ticked() {
  const [at, setAt] = useState(0);
  const selected = useSelected(READINGS[at] ?? [], TICKED, idOf);
  return (
    <button onClick={() => setAt(at + 1)} type="button">
      {selected.map(({ free }) => free).join(" ")}
    </button>
  );
}

test("a ticked row counts as it was read last, also after it has left the list", async () => {
  await show(<Ticked />);
  const counted = page.getByRole("button");
  const read = () => counted.element().textContent;
  expect(read()).toBe("0.1");
  await counted.click();
  expect(read()).toBe("0.3");
  await counted.click();
  expect(read()).toBe("0.3");
});

import { afterEach, expect, test } from "vitest";
import { cdp, page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { Views } from "./views.tsx";

type Session = { send: (method: string, params: object) => Promise<unknown> };
const forced = (value: "active" | "none") =>
  (cdp() as unknown as Session).send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value }] });
afterEach(() => forced("none"));

test("in forced colours, which paint over every ground, the view that is chosen has an outline", async () => {
  await show(
    <Views
      label="View"
      names={{ chart: "Chart", table: "Table" }}
      onView={() => undefined}
      view={"chart" as "chart" | "table"}
    />,
  );
  await forced("active");
  const outline = (name: string) => getComputedStyle(page.getByRole("button", { name }).element()).outlineStyle;
  expect([outline("Chart"), outline("Table")]).toEqual(["solid", "none"]);
});

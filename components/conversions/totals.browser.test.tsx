import { expect, test } from "vitest";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { conversion } from "./conversion.fixture.ts";
import { ConversionTotals } from "./conversion-totals.tsx";

test("only what is open is locked; what was sold brought its fiat", async () => {
  const rows = [
    conversion({ status: "CREATED", quantity: Decimal.from("0.5") }),
    conversion({ status: "QUOTED", quantity: Decimal.from("0.25") }),
    conversion({ status: "EXECUTED", quantity: Decimal.from("2"), fiatReceived: Decimal.from("120000") }),
    conversion({ status: "CANCELLED", quantity: Decimal.from("4") }),
  ];
  const { container } = await show(<ConversionTotals rows={rows} />);
  expect(container.textContent?.replace(/\s+/gu, " ")).toBe("4 conversionsLocked0.75000000 BTCReceived120 000.00 EUR");
});

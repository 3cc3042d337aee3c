import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import type { EndpointRecord } from "#lib/webhooks/contract.ts";
import { EndpointsTable } from "./endpoints-table.tsx";

const endpoint: EndpointRecord = {
  ...{ endpointId: "we_1", url: "https://a.example/hooks", description: "", eventTypes: [], ordered: false },
  ...{ status: "ENABLED", pending: 12_345, createdAt: 0, updatedAt: 0 },
};

test("how much waits for an endpoint is written as every other figure", async () => {
  const props = { chosen: undefined, mayChange: true, sandbox: true, onChoose: vi.fn(), onAsk: vi.fn() };
  await show(<EndpointsTable {...props} endpoints={[endpoint]} />);
  await expect.element(page.getByRole("cell", { name: "12\u00a0345", exact: true })).toBeVisible();
});

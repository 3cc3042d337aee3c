import { describe, expect, it } from "vitest";
import { touchedBy } from "./changed.ts";
import type { Files } from "./units.ts";

const ALL: Files = {
  projects: {
    unit: ["lib/bills/bill.test.ts", "lib/kernel/json.test.ts"],
    store: [
      "lib/bills/facts.store.test.ts",
      "lib/payouts/payouts.store.test.ts",
      "e2e/api/create-bill.test.ts",
      "e2e/api/keys.test.ts",
      "e2e/faults/backup.test.ts",
    ],
    browser: ["components/bills/form.browser.test.tsx", "components/ui/menu.browser.test.tsx"],
  },
  journeys: ["e2e/journeys/create-bill.journey.ts", "e2e/journeys/payments.journey.ts"],
  proofs: ["e2e/prove/orders.ts", "e2e/prove/races.ts"],
};

const touched = (...changed: string[]) => touchedBy(changed, ALL);

describe("what a change touches", () => {
  it("every unit test, the store tests beside it, and what is named after its folder", () => {
    const { touched: files, sentence } = touched("lib/bills/request-address.ts");
    expect(files).toEqual({
      projects: {
        unit: ALL.projects["unit"],
        store: ["lib/bills/facts.store.test.ts", "e2e/api/create-bill.test.ts"],
        browser: [],
      },
      journeys: [],
      proofs: [],
    });
    expect(sentence).toBe(
      "1 file changed: every unit test, and 3 files beside it, named after its folder or changed themselves. " +
        "Left out: 9 files, which npm test and npm run test:all run. " +
        "Named after a changed folder, but it opens the pages, which are built first: e2e/journeys/create-bill.journey.ts.",
    );
  });

  it("a component's browser tests; the journeys of its folder are named, as they wait for the pages", () => {
    const { touched: files, sentence } = touched("components/bills/form.tsx", "components/payments/list.tsx");
    expect(files.projects["browser"]).toEqual(["components/bills/form.browser.test.tsx"]);
    expect(files.projects["store"]).toEqual(["e2e/api/create-bill.test.ts"]);
    expect(files.journeys).toEqual([]);
    expect(sentence).toMatch(
      /Named after changed folders, but they open the pages, which are built first: e2e\/journeys\/create-bill\.journey\.ts, e2e\/journeys\/payments\.journey\.ts\.$/,
    );
  });

  it("a test that was changed itself, wherever it lies, and no neighbour of it in e2e", () => {
    expect(touched("e2e/faults/backup.test.ts").touched.projects["store"]).toEqual(["e2e/faults/backup.test.ts"]);
    expect(touched("e2e/journeys/payments.journey.ts").touched.journeys).toEqual(["e2e/journeys/payments.journey.ts"]);
  });

  it("a proof one of whose files was changed", () => {
    expect(touched("e2e/prove/orders/venue.ts").touched.proofs).toEqual(["e2e/prove/orders.ts"]);
    expect(touched("e2e/prove/races.ts").touched.proofs).toEqual(["e2e/prove/races.ts"]);
  });

  it("what no test is near still runs the unit tests, and says so", () => {
    const { touched: files, sentence } = touched("package.json");
    expect(files.projects["unit"]).toEqual(ALL.projects["unit"]);
    expect(files.proofs.concat(files.journeys)).toEqual([]);
    expect(sentence).toMatch(/^1 file changed: every unit test, and 0 files beside it/);
  });

  it("nothing changed: the unit tests", () => {
    expect(touched().touched.projects).toEqual({ unit: ALL.projects["unit"], store: [], browser: [] });
    expect(touched().sentence).toMatch(/^Nothing has changed: every unit test\. Left out: 11 files/);
  });
});

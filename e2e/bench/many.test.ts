import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { seeded } from "./desk/seeded.ts";

// Bills by the million are copies of some, written past the verbs: what is measured on them is worth something only while
// every rule of the check holds for the copies as well.

test("copies of bills hold what the check asks of bills", async () => {
  const folder = mkdtempSync(join(tmpdir(), "desk-many-"));
  try {
    expect(await seeded(5_000, join(folder, "data"), 1_000)).toMatchObject({ folder: join(folder, "data") });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 900_000);

import { expect, test } from "vitest";
import { EXPORT_LISTS } from "#lib/contract/export-lists.ts";
import { SPOKEN } from "#lib/contract/voice.ts";
import { headingOf } from "./columns.ts";
import { headsIn } from "./heads.ts";
import { COLUMNS } from "./statement-file.ts";

test.each(SPOKEN)("%s: every column of every spreadsheet has a head of its own, in words", (language) => {
  const lists = EXPORT_LISTS.map((list) => [list, headingOf(list)] as const);
  for (const [list, names] of [...lists, ["settlement", COLUMNS] as const]) {
    const heads = headsIn(language, list, names);
    expect(heads).toHaveLength(names.length);
    expect(
      heads.filter((head) => /^[a-z]/.test(head) || /[a-z][A-Z](?!D)/.test(head)),
      list,
    ).toEqual([]);
    expect(new Set(heads).size, list).toBe(names.length);
  }
});

import { expect, test } from "vitest";
import { checkEnv } from "#lib/kernel/env.ts";
import { COMMANDS } from "./commands.ts";
import { findCommand } from "./find-command.ts";

test.each(Object.entries(COMMANDS))("%s is found by the words that its usage begins with", (name, command) => {
  expect(command.usage.startsWith(name)).toBe(true);
  expect(findCommand([...name.split(" "), "--json"])).toEqual({ command, rest: ["--json"] });
});

test("words that begin with no command find none", () => {
  expect(findCommand([])).toBeUndefined();
  expect(findCommand(["keys"])).toBeUndefined();
  expect(findCommand(["signings"])).toBeUndefined();
});

test("a seed is refused in live before the database is opened", () => {
  const before = (mode: "sandbox" | "live") => COMMANDS["seed"]?.before?.({ ...checkEnv({}).env, mode }, {});
  expect(() => before("live")).toThrow(/^seed fills a sandbox/);
  expect(() => before("sandbox")).not.toThrow();
});

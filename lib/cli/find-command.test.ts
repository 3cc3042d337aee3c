import { expect, test } from "vitest";
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

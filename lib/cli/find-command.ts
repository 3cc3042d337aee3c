import type { DeskCommand } from "./command.ts";
import { COMMANDS } from "./commands.ts";

/** The command that words begin with, and what follows its name. Of two that fit the longer one is meant. */
export function findCommand(words: readonly string[]): { command: DeskCommand; rest: readonly string[] } | undefined {
  const known = Object.entries(COMMANDS).map(([name, command]) => ({ name: name.split(" "), command }));
  const fitting = known.filter(({ name }) => name.every((word, at) => words[at] === word));
  const longest = fitting.sort((a, b) => b.name.length - a.name.length)[0];
  return longest && { command: longest.command, rest: words.slice(longest.name.length) };
}

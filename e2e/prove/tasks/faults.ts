import type { SelfTest } from "#e2e/world/planted.ts";
import { always, styled } from "../axe/faults.ts";

/** What keeps one hand from its task while the others may not notice. */
export const selfTest: SelfTest = {
  args: ["--full"],
  seeds: 1,
  faults: [
    {
      name: "Tab passes by the buttons of a page",
      args: ["--full", "--only", "16"],
      plants: [always('for (const each of document.querySelectorAll("main button")) each.tabIndex = -1;')],
    },
    {
      name: "the arrows do not move between the ways to decide",
      args: ["--full", "--only", "6"],
      plants: [
        {
          page: 'addEventListener("keydown", (event) => { if (event.key.startsWith("Arrow") && event.target.type === "radio") event.preventDefault(); }, true);',
        },
      ],
    },
    {
      name: "a phone offers no box to tick a payment",
      args: ["--full", "--only", "9"],
      plants: [styled("@media (max-width: 760px) { [data-card=pick] { display: none !important; } }")],
    },
    {
      name: "a phone does not lead beyond the first pages",
      args: ["--full", "--only", "15"],
      plants: [styled("@media (max-width: 760px) { nav button { visibility: hidden !important; } }")],
    },
    {
      name: "fields lose their labels",
      args: ["--only", "1"],
      plants: [always('for (const each of document.querySelectorAll("main label[for]")) each.removeAttribute("for");')],
    },
    {
      name: "a dialog closes without a word, and nothing is done",
      args: ["--only", "18"],
      plants: [
        {
          page: 'addEventListener("submit", (event) => { if (!event.target.closest("dialog")) return; event.preventDefault(); event.stopImmediatePropagation(); event.target.closest("dialog").remove(); }, true);',
        },
      ],
    },
  ],
};

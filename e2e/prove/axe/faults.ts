import type { Plant, SelfTest } from "#e2e/world/planted.ts";

/** Done to every page whenever anything of it changes, as a component that is wrong would have it. */
export const always = (command: string): Plant => ({
  page: `{ const spoil = () => { ${command} }; new MutationObserver(spoil).observe(document, { subtree: true, childList: true }); }`,
});

export const styled = (rule: string): Plant =>
  always(
    `if (document.adoptedStyleSheets.length === 0) { const sheet = new CSSStyleSheet(); sheet.replaceSync(${JSON.stringify(rule)}); document.adoptedStyleSheets = [sheet]; }`,
  );

/** What the pages' proof must find: faults that a component brings into every page that has it. */
export const selfTest: SelfTest = {
  args: [],
  seeds: 1,
  faults: [
    {
      name: "pages do not say what language they are in",
      plants: [always('document.documentElement?.removeAttribute("lang");')],
    },
    {
      name: "buttons with a sign alone have no name",
      plants: [
        always(
          'for (const each of document.querySelectorAll("button[aria-label]")) { each.removeAttribute("aria-label"); each.removeAttribute("title"); }',
        ),
      ],
    },
    {
      name: "text is pale",
      plants: [styled("main p, main td, main h1, main h2 { color: #b0b0b0 !important; background: #fff !important; }")],
    },
    { name: "the page is wider than the window", plants: [styled("main { min-width: 4000px !important; }")] },
    {
      name: "fields lose their labels",
      plants: [
        always(
          'for (const each of document.querySelectorAll("label[for]")) each.removeAttribute("for"); for (const each of document.querySelectorAll("input, select")) { each.removeAttribute("aria-label"); each.removeAttribute("aria-labelledby"); each.removeAttribute("placeholder"); each.removeAttribute("title"); }',
        ),
      ],
    },
    {
      name: "two regions have one name",
      plants: [
        always(
          'for (const each of document.querySelectorAll("main section[aria-labelledby]")) { each.removeAttribute("aria-labelledby"); each.setAttribute("aria-label", "Part"); }',
        ),
      ],
    },
    {
      name: "figures lose their groups",
      plants: [
        always(
          'for (const each of document.querySelectorAll(".figure")) for (const node of each.childNodes) if (node.nodeType === 3 && /\\d\\u00a0\\d/.test(node.nodeValue)) node.nodeValue = node.nodeValue.replaceAll("\\u00a0", "");',
        ),
      ],
    },
    {
      name: "a state is shown as its code",
      plants: [
        always(
          'const title = document.querySelector("main h1"); if (title && !title.textContent.includes("_")) title.append(" CONVERT_PENDING");',
        ),
      ],
    },
    {
      name: "a text comes from no catalogue",
      plants: [
        always(
          'const title = document.querySelector("[lang=en-XA] main h1"); if (title && !title.textContent.endsWith("words")) title.append(" Some plain words");',
        ),
      ],
    },
    {
      name: "lists hold what is no item",
      plants: [
        always(
          'for (const each of document.querySelectorAll("ul")) if (each.firstElementChild?.tagName === "LI") each.prepend(document.createElement("div"));',
        ),
      ],
    },
  ],
};

import type { App } from "./app.ts";

/** What an answer with an address of ours carries in the sandbox, whose keys are published (rulebook 10.11); nothing in live. */
export const sandboxMark = ({ mode }: Pick<App, "mode">): { sandbox?: true } =>
  mode === "sandbox" ? { sandbox: true } : {};

/** Where an explorer shows a hash or an address; undefined when no explorer is set, and for anything but a web address. */
export function explorerHref(template: string | undefined, value: string): string | undefined {
  if (!template || !/^https?:\/\//.test(template) || !template.includes("{}")) return undefined;
  return template.replace("{}", () => encodeURIComponent(value));
}

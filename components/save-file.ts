/** Long enough for a browser to have begun the download. */
const RETENTION_MS = 10_000;

/** Hands a file to the browser, as if its link had been clicked. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), RETENTION_MS);
}

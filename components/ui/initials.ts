/** A person's first and last word by their first letters, as a face in a list: what is no letter begins no word. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== "");
  return [...new Set([words[0], words.at(-1)])].map((word = "") => [...word][0]?.toUpperCase() ?? "").join("");
}

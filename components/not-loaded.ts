/** A part of the desk itself that did not come: there is no connection, or an update has taken its place. */
export class NotLoaded extends Error {}

/** What a part's import brings, or that it did not come. */
export async function fetched<Part>(part: () => Promise<Part>): Promise<Part> {
  try {
    return await part();
  } catch (cause) {
    throw new NotLoaded("a part of the desk did not load", { cause });
  }
}

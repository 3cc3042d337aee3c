import { text } from "./text.ts";

const ID_END = 6;

/** Who acted, as its reader knows them: a person by the name, a key by its end, all others by what they are. */
export function actorText(actor: string): string {
  const [kind, ...rest] = actor.split(":");
  const name = rest.join(":");
  if (kind === "staff") return name;
  if (kind === "key") return text.apiKey(name.slice(-ID_END));
  return (text.actors as Readonly<Record<string, string>>)[actor] ?? actor;
}

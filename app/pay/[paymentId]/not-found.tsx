import { headers } from "next/headers";
import { languageOf, wordsOf } from "#components/payer/words.ts";

export default async function NoSuchPayment() {
  const language = languageOf((await headers()).get("accept-language"));
  const { missing } = wordsOf(language);
  return (
    <main className="mx-auto grid w-full max-w-115 gap-2 px-4 py-12 text-center" lang={language}>
      <h1 className="text-20 font-medium">{missing.title}</h1>
      <p className="text-pretty text-ink-2">{missing.text}</p>
    </main>
  );
}

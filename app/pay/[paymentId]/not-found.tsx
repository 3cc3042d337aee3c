import { words } from "#components/payer/words.ts";

export default function NoSuchPayment() {
  const { missing } = words;
  return (
    <main className="mx-auto grid w-full max-w-115 gap-2 px-4 py-12 text-center">
      <h1 className="text-20 font-medium">{missing.title}</h1>
      <p className="text-pretty text-ink-2">{missing.text}</p>
    </main>
  );
}

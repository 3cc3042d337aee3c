import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DocsPage } from "#components/docs/docs-page.tsx";
import { mode } from "../../mode.ts";
import { DESK_HOLE, findPage, KEY_HOLE } from "../library.ts";
import { readerKey, readerOrigin } from "../reader.ts";
import { trialOf } from "../trial.ts";

type Props = { params: Promise<{ slug: string[] }> };

const pageOf = async ({ params }: Props) => findPage((await params).slug.join("/")) ?? notFound();

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: (await pageOf(props)).title };
}

/** A page of the documents, with the reader's own address and, in a sandbox where they are signed in, key. */
export default async function Page(props: Props) {
  const page = await pageOf(props);
  const key = await readerKey();
  const origin = await readerOrigin();
  const text = page
    .markdown()
    .replaceAll(DESK_HOLE, origin)
    .replaceAll(KEY_HOLE, key ?? KEY_HOLE);
  const trial = mode() === "sandbox" ? trialOf(page.operationId) : undefined;
  return <DocsPage sandboxKey={key ?? ""} slug={page.slug} text={text} trial={trial} />;
}

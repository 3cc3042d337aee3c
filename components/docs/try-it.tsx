"use client";

import { useState } from "react";
import { en } from "#lib/i18n/docs.en.ts";
import { Button } from "#components/ui/button.tsx";
import { checkedIf } from "#components/ui/form-check.ts";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Input, TextArea } from "#components/ui/input.tsx";
import { CodeBlock } from "./code-block.tsx";
import { prettyJson } from "./pretty.ts";

/** What can be filled in before an operation is tried. */
export type Trial = {
  method: string;
  /** With `{name}` for each parameter of the path. */
  path: string;
  /** Whether it asks for a key. */
  keyed: boolean;
  fields: readonly { name: string; place: "path" | "query"; example: string; required: boolean }[];
  /** The example's body; absent when the operation takes none. */
  body: string | undefined;
};

/** The trial as it is filled in: the key, the body, and each field of path and query by its name. */
type Filled = Record<string, string>;
const nameOf = (field: string) => `field-${field}`;
type Answered = { line: string; text: string };

/** One operation called from the reader's browser, with a key of this sandbox and without the desk's session. */
export function TryIt({ trial, sandboxKey }: { trial: Trial; sandboxKey: string }) {
  const [answered, setAnswered] = useState<Answered>();
  const form = useDeskForm<Filled>({
    defaults: { key: sandboxKey, body: trial.body ?? "" },
    check: checkedIf((filled: Filled) => ({
      key: trial.keyed && !filled["key"]?.trim() ? en.missing : undefined,
      ...Object.fromEntries(
        trial.fields
          .map(({ name, required }) => [nameOf(name), required && !filled[nameOf(name)]?.trim()] as const)
          .map(([name, isMissing]) => [name, isMissing ? en.missing : undefined]),
      ),
    })),
    send: async (filled) => setAnswered(await call(trial, filled)),
  });
  const { busy } = form;
  return (
    <section aria-label={en.tryIt} className="docs-try">
      <h2 id="try-it">{en.tryIt}</h2>
      <p className="text-12 text-ink-3">{en.tryHint}</p>
      <form className="grid gap-3" noValidate onSubmit={form.submit}>
        {trial.keyed ? (
          <FormField form={form} hint={en.keyHint} label={en.key} name="key">
            {(parts) => <Input {...parts} className="font-mono" spellCheck={false} />}
          </FormField>
        ) : null}
        {trial.fields.map(({ name, example, required }) => (
          <FormField
            form={form}
            key={name}
            label={<code>{name}</code>}
            name={nameOf(name)}
            optional={required ? undefined : en.optional}
          >
            {(parts) => <Input {...parts} className="font-mono" placeholder={example} />}
          </FormField>
        ))}
        {trial.body === undefined ? null : (
          <FormField form={form} label={en.body} name="body">
            {(parts) => (
              <TextArea
                {...parts}
                className="font-mono"
                rows={(form.watch("body") ?? "").split("\n").length + 1}
                spellCheck={false}
              />
            )}
          </FormField>
        )}
        <Button busy={busy} className="justify-self-start" look="primary" type="submit">
          {busy ? en.sending : en.send}
        </Button>
      </form>
      <div aria-live="polite">{answered ? <p className="mt-3 font-medium">{answered.line}</p> : null}</div>
      {answered?.text ? <CodeBlock code={prettyJson(answered.text)} language="json" /> : null}
    </section>
  );
}

async function call(trial: Trial, filled: Filled): Promise<Answered> {
  const { key = "", body = "" } = filled;
  const startedAt = performance.now();
  try {
    const response = await fetch(targetOf(trial, filled), {
      method: trial.method,
      credentials: "omit",
      headers: {
        ...(trial.keyed ? { authorization: `Basic ${btoa(key.trim())}` } : {}),
        ...(body.trim() ? { "content-type": "application/json" } : {}),
      },
      ...(body.trim() ? { body } : {}),
    });
    const text = await response.text();
    return { line: en.answered(response.status, Math.round(performance.now() - startedAt)), text };
  } catch {
    return { line: en.unreachable, text: "" };
  }
}

function targetOf({ path, fields }: Trial, filled: Filled): string {
  const written = (name: string) => encodeURIComponent(filled[nameOf(name)]?.trim() ?? "");
  const whole = path.replaceAll(/\{(\w+)\}/g, (_hole, name: string) => written(name));
  const given = fields.filter(({ name, place }) => place === "query" && written(name));
  const query = given.map(({ name }) => `${name}=${written(name)}`).join("&");
  return query ? `${whole}?${query}` : whole;
}

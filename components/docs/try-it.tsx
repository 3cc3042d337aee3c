"use client";

import { useState } from "react";
import { en } from "#components/text/docs.en.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
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

type Answered = { line: string; text: string };

/** One operation called from the reader's browser, with a key of this sandbox and without the desk's session. */
export function TryIt({ trial, sandboxKey }: { trial: Trial; sandboxKey: string }) {
  const [key, setKey] = useState(sandboxKey);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [body, setBody] = useState(trial.body ?? "");
  const [busy, setBusy] = useState(false);
  const [answered, setAnswered] = useState<Answered>();
  const send = async () => {
    setBusy(true);
    setAnswered(await call(trial, key, values, body));
    setBusy(false);
  };
  return (
    <section aria-label={en.tryIt} className="docs-try">
      <h2 id="try-it">{en.tryIt}</h2>
      <p className="text-12 text-ink-3">{en.tryHint}</p>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void send();
        }}
      >
        {trial.keyed ? (
          <Field hint={en.keyHint} label={en.key}>
            {(parts) => (
              <Input
                {...parts}
                className="font-mono"
                onChange={(event) => setKey(event.target.value)}
                spellCheck={false}
                value={key}
              />
            )}
          </Field>
        ) : null}
        {trial.fields.map(({ name, example, required }) => (
          <Field key={name} label={<code>{name}</code>} optional={required ? undefined : en.optional}>
            {(parts) => (
              <Input
                {...parts}
                className="font-mono"
                onChange={(event) => setValues({ ...values, [name]: event.target.value })}
                placeholder={example}
                required={required}
                value={values[name] ?? ""}
              />
            )}
          </Field>
        ))}
        {trial.body === undefined ? null : (
          <Field label={en.body}>
            {(parts) => (
              <TextArea
                {...parts}
                className="font-mono"
                onChange={(event) => setBody(event.target.value)}
                rows={body.split("\n").length + 1}
                spellCheck={false}
                value={body}
              />
            )}
          </Field>
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

async function call(
  trial: Trial,
  key: string,
  values: Readonly<Record<string, string>>,
  body: string,
): Promise<Answered> {
  const startedAt = performance.now();
  try {
    const response = await fetch(targetOf(trial, values), {
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

function targetOf({ path, fields }: Trial, values: Readonly<Record<string, string>>): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_hole, name: string) => encodeURIComponent(values[name] ?? ""));
  const given = fields.filter(({ name, place }) => place === "query" && values[name]);
  const query = given.map(({ name }) => `${name}=${encodeURIComponent(values[name] ?? "")}`).join("&");
  return query ? `${filled}?${query}` : filled;
}

"use client";

import { type ComponentType, use, useEffect, useState } from "react";
import { fetched, type NotLoaded } from "#components/not-loaded.ts";
import { text } from "#lib/i18n/text.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { ErrorNote } from "./error-note.tsx";

type Arrived<Props> = { Part: ComponentType<Props> } | { error: NotLoaded };

/**
 * A part of a page that is loaded when it is first shown, behind the `Suspense` of its parent. One that does not
 * come, as without a connection, says so in its place and is tried again from there: it takes nothing else off the page,
 * nor what was typed on it.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const start = (): Promise<Arrived<Props>> =>
    fetched(load).then(
      (Part) => ({ Part }),
      (error: NotLoaded) => ({ error }),
    );
  let coming: Promise<Arrived<Props>> | undefined;
  return function LazyPart(props) {
    const [, setTries] = useState(0);
    coming ??= start();
    const arrived = use(coming);
    if ("Part" in arrived) return <arrived.Part {...props} />;
    const again = () => {
      coming = start();
      setTries((tries) => tries + 1);
    };
    return <NotThere again={again} error={arrived.error} onClose={(props as { onClose?: () => void }).onClose} />;
  };
}

/** In the place of a dialog it is one, and can be left. */
function NotThere({
  error,
  again,
  onClose,
}: {
  error: NotLoaded;
  again: () => void;
  onClose: (() => void) | undefined;
}) {
  useEffect(() => {
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, [again]);
  const { notLoaded, notLoadedText, retry } = text.error;
  if (!onClose) return <ErrorNote error={error} onRetry={again} title={notLoaded} />;
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose} size="large">
            {text.dialog.cancel}
          </Button>
          <Button look="primary" onClick={again} size="large">
            {retry}
          </Button>
        </>
      }
      onClose={onClose}
      summary={notLoadedText}
      title={notLoaded}
    />
  );
}

"use client";

import { type ChangeEvent, type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  get,
  type UseFormReturn,
  type UseFormRegisterReturn,
  useForm,
} from "react-hook-form";
import { ApiFault, type FieldFault, isApiFault } from "#lib/contract/api-fault.ts";
import { faultText } from "#components/fault-text.ts";
import { holdUnsent } from "#components/unsent.ts";
import { faultsText } from "#lib/i18n/faults.ts";
import { text } from "#lib/i18n/text.ts";
import { Field, type FieldParts } from "./field.tsx";
import type { Check } from "./form-check.ts";
import { Input } from "./input.tsx";

type FormOptions<Values extends FieldValues, Body> = {
  /** The form as it opens; numbers are the texts that are typed. */
  defaults: DefaultValues<Values>;
  /** What is wrong with it, or the body it makes: `checkedBy` asks the contract. Absent: the values go as they are. */
  check?: Check<Values, Body>;
  /** What is done with a form that passed. What it throws is said at the server's fields, or by `fault`. */
  send: (body: Body, values: Values) => unknown;
  /** The fields that refusals are about: by their code where they name none, by the API's name where the form has another. */
  places?: Readonly<Record<string, FieldPath<Values>>>;
  /** An id that must be typed before anything is sent. */
  typed?: string | undefined;
};

type Parts<Values extends FieldValues> = Pick<
  UseFormReturn<Values>,
  "register" | "setValue" | "setFocus" | "setError" | "clearErrors" | "watch" | "reset"
>;

/** A form of the desk: one way of checking, sending, showing faults and waiting. */
export type DeskForm<Values extends FieldValues> = Parts<Values> & {
  submit: (event?: SyntheticEvent) => void;
  busy: boolean;
  /** What went wrong after it was sent and is about no field of it. */
  fault: unknown;
  errorOf: (name: FieldPath<Values>) => string | undefined;
  /** Whether the person has tried to send it. */
  tried: boolean;
  isDirty: boolean;
  /** Whether this field was changed since the form opened. */
  isChanged: (name: FieldPath<Values>) => boolean;
  /** The id that must be typed, and how that stands. */
  typing: { id: string; wrong: boolean; ref: (field: HTMLInputElement | null) => void } | undefined;
};

/** A refusal whose fields are worded for the reader already. */
export class WordedFault extends ApiFault {}

/** The one form hook: react-hook-form, the contract's check, the server's faults at their fields, the first of them in focus. */
export function useDeskForm<Values extends FieldValues, Body = Values>(
  options: FormOptions<Values, Body>,
): DeskForm<Values> {
  const { defaults, check, send, places = {}, typed } = options;
  const form = useForm<Values, unknown, Body>({
    defaultValues: defaults,
    reValidateMode: "onChange",
    shouldFocusError: false,
    ...(check && { resolver: check }),
  });
  const { errors, isSubmitting, submitCount, isDirty, dirtyFields } = form.formState;
  const [fault, setFault] = useState<unknown>(undefined);
  const [mistyped, setMistyped] = useState(false);
  const typedField = useRef<HTMLInputElement | null>(null);
  const sending = useRef(false);
  /** Names whose faults this form shows: what is said of any other would stand nowhere. */
  const drawn = new Set<string>();
  const { getValues } = form;
  const prepare = check?.prepare;
  useEffect(() => {
    // What cannot be fetched now is told when the form is sent.
    if (isDirty) prepare?.(getValues()).catch(() => undefined);
  }, [isDirty, prepare, getValues]);

  useEffect(() => (isDirty ? holdUnsent() : undefined), [isDirty]);

  const report = (error: unknown) => {
    const faults = isApiFault(error) ? faultsAt(error, places) : [];
    const known = faults.filter(({ field }) => drawn.has(field));
    for (const [at, { field, message }] of known.entries())
      form.setError(field as FieldPath<Values>, { message }, { shouldFocus: at === 0 });
    setFault(known.length > 0 && known.length === faults.length ? undefined : error);
  };
  const submit = async (event?: SyntheticEvent) => {
    event?.preventDefault();
    if (sending.current) return;
    sending.current = true;
    const sheet = event?.currentTarget;
    const wrong = typed !== undefined && typedField.current?.value.trim() !== typed;
    setMistyped(wrong);
    const pass = async (body: Body) => {
      if (wrong) return typedField.current?.focus();
      setFault(undefined);
      try {
        await send(body, form.getValues());
      } catch (error) {
        report(error);
      }
    };
    await form
      .handleSubmit(pass, (found) => {
        const first = firstOf(sheet, found);
        // A form that is sent by leaving a field does not call its reader back to it.
        if (first && event?.type !== "blur") form.setFocus(first);
        setFault(faultOfOthers(found, drawn));
      })()
      .catch(setFault)
      .finally(() => {
        sending.current = false;
      });
  };
  const { register, setValue, setFocus, setError, clearErrors, watch, reset } = form;
  return {
    ...{ register, setValue, setFocus, setError, clearErrors, watch, reset, fault, isDirty },
    submit: (event) => void submit(event),
    busy: isSubmitting,
    errorOf(name) {
      drawn.add(name);
      return messageOf(get(errors, name));
    },
    tried: submitCount > 0,
    isChanged: (name) => Boolean(get(dirtyFields, name)),
    typing:
      typed === undefined
        ? undefined
        : {
            id: typed,
            wrong: mistyped,
            ref: (field) => {
              typedField.current = field;
            },
          },
  };
}

/** What a refusal says of each field, in the reader's words: one by a code of its own as everywhere, others by what they want. */
function faultsAt(fault: ApiFault, places: Readonly<Record<string, string>>): readonly FieldFault[] {
  const { code, errors } = fault;
  const place = places[code];
  if (errors.length === 0) return place === undefined ? [] : [{ field: place, message: faultText(fault) }];
  const isWorded = fault instanceof WordedFault;
  const wordOf = code === "VALIDATION_FAILED" ? faultsText.atField : () => faultText(fault);
  return errors.map(({ field, message }) => ({
    field: places[field] ?? field,
    message: isWorded ? message : wordOf(message),
  }));
}

/** The first field at fault as it stands in the form; the hook knows fields in the order they were drawn. */
function firstOf<Values extends FieldValues>(sheet: EventTarget | undefined, found: FieldErrors<Values>) {
  const names = sheet instanceof HTMLFormElement ? [...sheet.elements].map((one) => one.getAttribute("name")) : [];
  const drawn = names.find((name) => name && get(found, name) !== undefined);
  return (drawn ?? Object.keys(found)[0]) as FieldPath<Values> | undefined;
}

/** What a check has against values that have no field in the form. */
function faultOfOthers<Values extends FieldValues>(found: FieldErrors<Values>, drawn: ReadonlySet<string>) {
  const errors = Object.entries(found).flatMap(([field, error]) => {
    const message = messageOf(error);
    return message === undefined || drawn.has(field) ? [] : [{ field, message }];
  });
  const message = errors.map((one) => one.message).join(" ");
  return errors.length === 0 ? undefined : new WordedFault(0, "VALIDATION_FAILED", message, undefined, { errors });
}

const messageOf = (error: unknown): string | undefined =>
  typeof error === "object" && error !== null && "message" in error && typeof error.message === "string"
    ? error.message
    : undefined;

/** Label, control, hint and fault of one field of a form; the control takes the parts, which bind it. */
export function FormField<Values extends FieldValues>({
  form,
  name,
  onChange,
  children,
  ...look
}: {
  form: DeskForm<Values>;
  name: FieldPath<Values>;
  label: ReactNode;
  hint?: ReactNode;
  optional?: string | undefined;
  id?: string | undefined;
  /** What else follows from another value. */
  onChange?: (value: string) => void;
  children: (parts: FieldParts & UseFormRegisterReturn) => ReactNode;
}) {
  return (
    <Field {...look} error={form.errorOf(name)}>
      {(parts) =>
        children({
          ...parts,
          ...form.register(name, {
            onChange: (event: ChangeEvent<HTMLInputElement>) => onChange?.(event.target.value),
          }),
        })
      }
    </Field>
  );
}

/** The field for the id that must be typed; nothing where none must. */
export function TypedField<Values extends FieldValues>({ form: { typing } }: { form: DeskForm<Values> }) {
  if (!typing) return null;
  const { id, wrong, ref } = typing;
  return (
    <Field
      error={wrong ? text.dialog.typedFault(id) : undefined}
      hint={text.dialog.typedHint}
      label={text.dialog.typed(id)}
    >
      {(parts) => <Input {...parts} autoComplete="off" className="font-mono" ref={ref} spellCheck={false} />}
    </Field>
  );
}

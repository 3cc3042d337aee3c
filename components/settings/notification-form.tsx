"use client";

import { type Topic, TOPICS } from "#lib/cases/topics.ts";
import { ROLES } from "#lib/contract/permissions.ts";
import { type Spoken, SPOKEN } from "#lib/contract/voice.ts";
import { makeRuleCall } from "#lib/notices/calls.ts";
import type { makeRuleEndpoint } from "#lib/notices/contract.ts";
import { CHANNELS, type Channel, isToPeople } from "#lib/notices/channels.ts";
import { useId } from "react";
import type { z } from "zod";
import { useCaseSummary } from "#components/exceptions/case-summary.ts";
import { currentLanguage } from "#lib/i18n/language.ts";
import { settingsText } from "#lib/i18n/settings.ts";
import { text } from "#lib/i18n/text.ts";
import { Check } from "#components/ui/check.tsx";
import { FieldError } from "#components/ui/field.tsx";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { useRuleCommand } from "./notifications-data.ts";
import { roleName } from "#lib/i18n/role-name.ts";
import { SelectField } from "#components/ui/select-field.tsx";

const words = settingsText.notifications;
const MOST_URL = 2_048;

/** `whom` is a role, or a person by id. */
type Written = { channel: Channel; topics: Topic[]; whom: string; secretUrl: string; language: Spoken };
const EMPTY: Omit<Written, "language"> = {
  channel: "SLACK",
  topics: ["URGENT", "APPROVALS"],
  whom: "treasurer",
  secretUrl: "",
};

const isRole = (whom: string): boolean => (ROLES as readonly string[]).includes(whom);
const bodyOf = ({ channel, topics, whom, secretUrl, language }: Written) => ({
  channel,
  topics,
  ...(isToPeople(channel)
    ? isRole(whom)
      ? { role: whom }
      : { userId: whom }
    : { secretUrl: secretUrl.trim(), language }),
});

/** Makes a rule: by which way, to whom, of what. */
export function NotificationForm({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const id = useId();
  const make = useRuleCommand();
  const people = useCaseSummary().data?.people ?? [];
  const form = useDeskForm<Written, z.output<typeof makeRuleEndpoint.body>>({
    defaults: { ...EMPTY, language: SPOKEN.find((one) => one === currentLanguage()) ?? "en" },
    check: checkedBy<Written, typeof makeRuleEndpoint.body>(makeRuleCall, {
      bodyOf,
      faults: ({ channel, topics, secretUrl }) => ({
        topics: topics.length === 0 ? words.form.topicsMissing : undefined,
        secretUrl: !isToPeople(channel) && secretUrl.trim() === "" ? words.form.urlMissing : undefined,
      }),
    }),
    async send(input) {
      await make.mutateAsync({ command: "make", input });
      onDone();
    },
  });
  const channel = form.watch("channel");
  const topicFault = form.errorOf("topics");
  return (
    <FormDialog
      action={words.form.action}
      failed={words.form.failed}
      form={form}
      onClose={onClose}
      summary={channel === "BELL" ? words.form.bellSummary : words.form.summary}
      title={words.form.title}
    >
      <SelectField
        form={form}
        label={words.columns.channel}
        name="channel"
        first
        options={CHANNELS.map((one) => [one, words.channels[one]])}
      />
      {channel === "MAIL" || channel === "BELL" ? (
        <SelectField
          form={form}
          label={words.columns.to}
          name="whom"
          options={[
            ...ROLES.map((role) => [role, words.everybody(roleName(role))] as const),
            ...people.map(({ userId, name }) => [userId, name] as const),
          ]}
        />
      ) : (
        <>
          <FormField form={form} hint={words.form.urlHint[channel]} label={words.form.url} name="secretUrl">
            {(parts) => (
              <Input
                {...parts}
                autoComplete="off"
                inputMode="url"
                maxLength={MOST_URL}
                spellCheck={false}
                type="password"
              />
            )}
          </FormField>
          <SelectField
            form={form}
            label={words.form.language}
            name="language"
            options={SPOKEN.map((one) => [one, text.languages[one]])}
          />
        </>
      )}
      <fieldset aria-describedby={topicFault ? id : undefined} className="grid gap-x-4">
        <legend className="mb-1 font-medium">{words.columns.topics}</legend>
        {TOPICS.map((topic) => (
          <Check {...form.register("topics")} key={topic} label={words.topics[topic]} value={topic} />
        ))}
        {topicFault ? <FieldError id={id}>{topicFault}</FieldError> : null}
      </fieldset>
    </FormDialog>
  );
}

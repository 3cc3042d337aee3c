import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { pressTwice } from "#e2e/stage/server.ts";
import { show } from "#e2e/stage/stage.tsx";
import { ApiFault } from "#lib/contract/api-fault.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { faultsText } from "#lib/i18n/faults.ts";
import { checkedIf } from "./form-check.ts";
import { FormDialog } from "./form-dialog.tsx";
import { FormField, useDeskForm, WordedFault } from "./form.tsx";
import { Input } from "./input.tsx";

type Values = { name: string; email: string };

const field = (name: string) => page.getByLabelText(name);
const send = () => page.getByRole("button", { name: "Send" });

function People({
  onSend,
  ...options
}: { onSend: (values: Values) => unknown } & Pick<Parameters<typeof useDeskForm<Values>>[0], "typed" | "places">) {
  const form = useDeskForm<Values>({
    defaults: { name: "", email: "" },
    check: checkedIf(({ name }) => ({ name: name === "" ? "Enter a name." : undefined })),
    send: onSend,
    ...options,
  });
  return (
    <FormDialog action="Send" failed="It was not sent." form={form} onClose={vi.fn()} title="Person">
      <FormField form={form} label="Name" name="name">
        {(parts) => <Input {...parts} />}
      </FormField>
      <FormField form={form} hint="At work" label="E-mail" name="email">
        {(parts) => <Input {...parts} />}
      </FormField>
    </FormDialog>
  );
}

const refused = (errors: { field: string; message: string }[]) =>
  new ApiFault(400, "VALIDATION_FAILED", "It is refused.", "req_1", { errors });

test("what the server has against fields stands at them, and the first has the focus", async () => {
  const errors = [
    { field: "email", message: "email is taken." },
    { field: "name", message: "name is too long." },
  ];
  await show(<People onSend={() => Promise.reject(refused(errors))} />);
  await field("Name").fill("Ann");
  await send().click();
  await expect.element(field("E-mail")).toHaveAccessibleDescription("At work This is taken.");
  await expect.element(field("E-mail")).toHaveFocus();
  await expect.element(field("Name")).toHaveAccessibleDescription("This is too long.");
  await expect.element(page.getByText("It was not sent.")).not.toBeInTheDocument();
});

test("they are said in the reader's language, but for what is worded already", async () => {
  const worded = vi.spyOn(faultsText, "atField").mockImplementation((message) => `${message} (in German)`);
  const wordedFault = new WordedFault(400, "VALIDATION_FAILED", "It is refused.", "req_1", {
    errors: [{ field: "email", message: "Everybody knows it." }],
  });
  const onSend = vi
    .fn()
    .mockRejectedValueOnce(refused([{ field: "email", message: "email is odd." }]))
    .mockRejectedValueOnce(wordedFault);
  await show(<People onSend={onSend} />);
  await field("Name").fill("Ann");
  await send().click();
  await expect.element(field("E-mail")).toHaveAccessibleDescription("At work email is odd. (in German)");
  await field("E-mail").fill("ann@");
  await send().click();
  await expect.element(field("E-mail")).toHaveAccessibleDescription("At work Everybody knows it.");
  worded.mockRestore();
});

test("what is about no field of the form is told below it, and gone with the next try", async () => {
  const onSend = vi.fn().mockRejectedValueOnce(refused([{ field: "other", message: "other is wrong." }]));
  await show(<People onSend={onSend} />);
  await field("Name").fill("Ann");
  await send().click();
  await expect.element(page.getByText("It was not sent.")).toBeVisible();
  await send().click();
  await expect.element(page.getByText("It was not sent.")).not.toBeInTheDocument();
});

test("what is wrong with a value that has no field here is said below the form, and never lost", async () => {
  function Hidden({ check }: { check: boolean }) {
    const form = useDeskForm<Values>({
      defaults: { name: "", email: "" },
      ...(check && { check: checkedIf<Values>(() => ({ email: "No e-mail is known." })) }),
      send: () => Promise.reject(refused([{ field: "email", message: "email is taken." }])),
    });
    return (
      <FormDialog action="Send" failed="It was not sent." form={form} onClose={vi.fn()} title="Person">
        <FormField form={form} label="Name" name="name">
          {(parts) => <Input {...parts} />}
        </FormField>
      </FormDialog>
    );
  }
  for (const [check, sentence] of [
    [false, /^It was not sent\.It is refused\./],
    [true, /^It was not sent\.No e-mail is known\./],
  ] as const) {
    const shown = await show(<Hidden check={check} />);
    await send().click();
    await expect.element(page.getByRole("alert")).toMatchTextContent(sentence);
    await shown.unmount();
  }
});

test("what the server has against fields and against something else is told in both places", async () => {
  const errors = [
    { field: "email", message: "email must have 3 to 1000 characters." },
    { field: "other", message: "other is wrong." },
  ];
  await show(<People onSend={() => Promise.reject(refused(errors))} />);
  await field("Name").fill("Ann");
  await send().click();
  await expect.element(field("E-mail")).toHaveAccessibleDescription("At work Enter 3 to 1\u00a0000 characters.");
  await expect.element(page.getByText("It was not sent.")).toBeVisible();
});

test("a refusal that names no field stands at the one that its code is about", async () => {
  const unknown = new ApiFault(404, "NOT_FOUND", "There is no account with this name.", "req_1");
  await show(<People onSend={() => Promise.reject(unknown)} places={{ NOT_FOUND: "name" }} />);
  await field("Name").fill("Ann");
  await send().click();
  await expect.element(field("Name")).toHaveAccessibleDescription("There is no account with this name.");
  await expect.element(page.getByText("It was not sent.")).not.toBeInTheDocument();
});

test("a refusal by a code of its own says at the field what it says elsewhere, with its figures", async () => {
  const errors = [{ field: "name", message: "10 is below the minimum of 25." }];
  const little = new ApiFault(400, "BELOW_MINIMUM", "10 is below the minimum of 25.", "req_1", {
    errors,
    minimum: Decimal.from("1025"),
  });
  await show(<People onSend={() => Promise.reject(little)} />);
  await field("Name").fill("Ann");
  await send().click();
  await expect.element(field("Name")).toHaveAccessibleDescription("The amount is below the minimum of 1\u00a0025.");
});

test("a fault goes as it is mended", async () => {
  await show(<People onSend={vi.fn()} />);
  await send().click();
  await expect.element(field("Name")).toBeInvalid();
  await expect.element(field("Name")).toHaveFocus();
  await userEvent.keyboard("A");
  await expect.element(field("Name")).not.toBeInvalid();
});

test("pressed twice it is sent once, and its button says that it is under way", async () => {
  const gate = Promise.withResolvers<void>();
  const onSend = vi.fn(() => gate.promise);
  await show(<People onSend={onSend} />);
  await field("Name").fill("Ann");
  await pressTwice(send());
  await field("E-mail").click();
  await userEvent.keyboard("{Enter}");
  await expect.element(send()).toHaveAttribute("aria-disabled", "true");
  gate.resolve();
  await expect.element(send()).not.toHaveAttribute("aria-disabled", "true");
  expect(onSend).toHaveBeenCalledTimes(1);
});

test("without the id that must be typed nothing is sent, whatever else is right", async () => {
  const onSend = vi.fn();
  await show(<People onSend={onSend} typed="4567ab" />);
  await field("Name").fill("Ann");
  await field("Type 4567ab to confirm").fill("4567");
  await send().click();
  await expect.element(field("Type 4567ab to confirm")).toHaveFocus();
  expect(onSend).not.toHaveBeenCalled();
  await field("Type 4567ab to confirm").fill(" 4567ab ");
  await send().click();
  await expect.poll(() => onSend.mock.calls.length).toBe(1);
});

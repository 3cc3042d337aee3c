import { type ReactNode, useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { ApiFault } from "#lib/contract/api-fault.ts";
import { Button } from "./button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Dialog } from "./dialog.tsx";
import { checkedIf } from "./form-check.ts";
import { FormField, useDeskForm } from "./form.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { Input } from "./input.tsx";
import { OnceDialog } from "./once-dialog.tsx";
import { useStatus } from "./status.tsx";

const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = page.getByRole("dialog");

/** A button that opens what is tested, as every page has one. */
function Opener({ children }: { children: (close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {open ? children(() => setOpen(false)) : null}
    </>
  );
}

const confirmation = (props: Partial<Parameters<typeof ConfirmDialog>[0]> = {}) => (
  <Opener>
    {(close) => (
      <ConfirmDialog
        action="Remove it"
        busy={false}
        error={null}
        failed="Nothing was removed"
        onClose={close}
        onConfirm={vi.fn()}
        summary="It cannot be undone."
        title="Remove?"
        {...props}
      />
    )}
  </Opener>
);

test("a confirmation starts on the way out; Escape leaves without acting and gives the focus back", async () => {
  const onConfirm = vi.fn();
  await show(confirmation({ onConfirm, keep: "Keep it" }));
  await button("Open").click();
  await expect.element(button("Keep it")).toHaveFocus();
  await expect.element(dialog).toHaveAccessibleName("Remove?");
  await expect.element(dialog).toHaveAccessibleDescription("It cannot be undone.");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button("Open")).toHaveFocus();
  expect(onConfirm).not.toHaveBeenCalled();
});

test("what lies behind a dialog cannot be reached by Tab", async () => {
  await show(confirmation());
  await button("Open").click();
  for (let tabs = 0; tabs < 4; tabs += 1) {
    await userEvent.keyboard("{Tab}");
    expect(document.activeElement?.textContent).not.toBe("Open");
  }
});

test("confirming acts once, the way out not at all", async () => {
  const onConfirm = vi.fn();
  await show(confirmation({ onConfirm }));
  await button("Open").click();
  await button("Cancel").click();
  expect(onConfirm).not.toHaveBeenCalled();
  await button("Open").click();
  await button("Remove it").click();
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

test("while an answer is awaited, pressing again does nothing", async () => {
  const onConfirm = vi.fn();
  await show(confirmation({ onConfirm, busy: true }));
  await button("Open").click();
  await expect.element(button("Remove it")).toHaveAttribute("aria-busy", "true");
  await button("Remove it").click({ force: true });
  await userEvent.keyboard("{Tab}{Enter}");
  expect(onConfirm).not.toHaveBeenCalled();
});

test("a fault is told with its cause and the request's id", async () => {
  const error = new ApiFault(409, "CONFLICT", "Somebody was faster.", "req_77");
  await show(confirmation({ error }));
  await button("Open").click();
  await expect.element(page.getByRole("alert")).toMatchTextContent(/Nothing was removed ?Somebody was faster\./);
  await expect.element(page.getByRole("alert")).toMatchTextContent(/req_77/);
});

test("above a limit the id must be typed, exactly, before anything is confirmed", async () => {
  const onConfirm = vi.fn();
  await show(confirmation({ onConfirm, typed: "4567ab" }));
  await button("Open").click();
  await expect.element(button("Cancel")).toHaveFocus();
  const field = page.getByLabelText("Type 4567ab to confirm");
  await button("Remove it").click();
  await expect.element(field).toHaveAccessibleDescription(/Type 4567ab exactly as shown above\./);
  await expect.element(field).toHaveFocus();
  await field.fill("4567AB");
  await button("Remove it").click();
  await field.fill("567ab");
  await button("Remove it").click();
  expect(onConfirm).not.toHaveBeenCalled();
  await field.fill(" 4567ab ");
  await button("Remove it").click();
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

test("a form is sent by Enter; the first field at fault takes the focus", async () => {
  const sent: string[] = [];
  function Form({ close }: { close: () => void }) {
    const form = useDeskForm({
      defaults: { first: "", name: "" },
      check: checkedIf(({ name }) => ({ name: name === "" ? "Enter a name." : undefined })),
      send: ({ name }) => sent.push(name),
    });
    return (
      <FormDialog action="Send" form={form} onClose={close} title="Form">
        <FormField form={form} hint="As on the card" label="First" name="first">
          {(parts) => <Input {...parts} />}
        </FormField>
        <FormField form={form} label="Name" name="name">
          {(parts) => <Input {...parts} />}
        </FormField>
      </FormDialog>
    );
  }
  await show(<Opener>{(close) => <Form close={close} />}</Opener>);
  await button("Open").click();
  await page.getByLabelText("First").click();
  await expect.element(page.getByLabelText("First")).toHaveAccessibleDescription("As on the card");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByLabelText("Name")).toHaveFocus();
  await expect.element(page.getByLabelText("Name")).toBeInvalid();
  await expect.element(page.getByLabelText("Name")).toHaveAccessibleDescription("Enter a name.");
  await userEvent.keyboard("Ann{Enter}");
  expect(sent).toEqual(["Ann"]);
});

test("in a dialog longer than the window the field that has the focus is never beneath the buttons", async () => {
  await page.viewport(1280, 640);
  const names = Array.from({ length: 14 }, (_, at) => `field ${at}`);
  function Form() {
    const form = useDeskForm({ defaults: Object.fromEntries(names.map((name) => [name, ""])), send: vi.fn() });
    return (
      <FormDialog action="Send" form={form} onClose={vi.fn()} title="Form">
        {names.map((name) => (
          <FormField form={form} key={name} label={name} name={name}>
            {(parts) => <Input {...parts} />}
          </FormField>
        ))}
      </FormDialog>
    );
  }
  await show(<Form />);
  (page.getByLabelText("field 0").element() as HTMLElement).focus();
  for (const name of names) {
    const field = page.getByLabelText(name, { exact: true }).element();
    const { left, top, height } = field.getBoundingClientRect();
    expect(document.activeElement).toBe(field);
    expect(document.elementFromPoint(left + 9, top + height / 2)).toBe(field);
    await userEvent.keyboard("{Tab}");
  }
  await page.viewport(1280, 800);
});

test("a form with nothing to send yet cannot be sent, neither by its button nor by Enter", async () => {
  const send = vi.fn();
  function Form() {
    const form = useDeskForm({ defaults: { name: "" }, send });
    return (
      <FormDialog action="Send" form={form} onClose={vi.fn()} title="Form" unavailable>
        <FormField form={form} label="Name" name="name">
          {(parts) => <Input {...parts} />}
        </FormField>
      </FormDialog>
    );
  }
  await show(<Form />);
  await button("Send").click({ force: true });
  await page.getByLabelText("Name").fill("Ann");
  await userEvent.keyboard("{Enter}");
  expect(send).not.toHaveBeenCalled();
});

test("a secret that is shown once stands whole beside its own copy button", async () => {
  const written = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const lines = [
    { label: "Key id", name: "key id", value: "ak_1" },
    { label: "Secret", name: "secret", value: "sk_2" },
  ];
  const onClose = vi.fn();
  await show(<OnceDialog done="I have copied it" lines={lines} onClose={onClose} summary="Once." title="Key" />);
  await expect.element(button("I have copied it")).toHaveFocus();
  await button("Copy secret").click();
  await button("Copy key id").click();
  expect(written.mock.calls).toEqual([["sk_2"], ["ak_1"]]);
  await button("I have copied it").click();
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("what a dialog announces is read out within it, since all behind it is silent", async () => {
  vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const lines = [{ label: "Secret", name: "secret", value: "sk_2" }];
  await show(<OnceDialog done="Done" lines={lines} onClose={vi.fn()} summary="Once." title="Key" />);
  await button("Copy secret").click();
  await expect.element(dialog.getByRole("status")).toHaveTextContent("Copied secret");
});

test("a dialog of words alone that is too long for the window is scrolled by keys", async () => {
  const lines = Array.from({ length: 90 }, (_, nth) => `line ${nth}`);
  const boxOf = () => page.getByText("line 0", { exact: true }).element().parentElement;
  await show(
    <Opener>
      {(close) => (
        <Dialog footer={<Button onClick={close}>Close</Button>} onClose={close} title="Long">
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Dialog>
      )}
    </Opener>,
  );
  await button("Open").click();
  await expect.poll(() => boxOf()?.tabIndex).toBe(0);
  boxOf()?.focus();
  await userEvent.keyboard("{End}");
  await expect.poll(() => boxOf()?.scrollTop).toBeGreaterThan(0);
});

test("what was announced before a dialog opened is not in it; the same once more is", async () => {
  const Announce = ({ name }: { name: string }) => {
    const { announce } = useStatus();
    return <Button onClick={() => announce("Firm for 60 s")}>{name}</Button>;
  };
  await show(
    <>
      <Announce name="Announce" />
      <Opener>
        {(close) => (
          <Dialog footer={null} onClose={close} title="Sell">
            <Announce name="Again" />
          </Dialog>
        )}
      </Opener>
    </>,
  );
  await button("Announce").click();
  await expect.element(page.getByText("Firm for 60 s")).toBeInTheDocument();
  await button("Open").click();
  await expect.element(dialog.getByRole("status")).toMatchTextContent(/^$/);
  await button("Again").click();
  await expect.element(dialog.getByRole("status")).toHaveTextContent("Firm for 60 s");
});

test("a button that is not available says why, keeps its place for Tab, and does nothing", async () => {
  const onClick = vi.fn();
  await show(
    <Button onClick={onClick} title="Ask a treasurer." unavailable>
      Sell
    </Button>,
  );
  await userEvent.keyboard("{Tab}");
  await expect.element(button("Sell")).toHaveFocus();
  await expect.element(button("Sell")).toHaveAttribute("aria-disabled", "true");
  await userEvent.keyboard("{Enter}");
  await userEvent.keyboard(" ");
  expect(onClick).not.toHaveBeenCalled();
});

test("a dialog without a given first place still holds the focus", async () => {
  await show(
    <Opener>
      {(close) => <Dialog footer={<Button onClick={close}>Close</Button>} onClose={close} title="Plain" />}
    </Opener>,
  );
  await button("Open").click();
  expect(dialog.element().contains(document.activeElement)).toBe(true);
});

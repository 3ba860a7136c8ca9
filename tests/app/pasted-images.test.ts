// An image that is pasted into the composer is attached, if the model can see it and has room for it.
import { expect, test } from "vitest";
import { askAndWait, FIELD, openChat, pickModel, setup } from "./chat.ts";
import { model, page, useModel } from "./page.ts";

useModel();

const SEES = { model: "gpt-4o", contextTokens: 100_000 };

/** Pastes a picture of this size, with `text` beside it; a broken one of size 0. */
const paste = (size: number, text = ""): Promise<boolean> =>
  page.locator(FIELD).evaluate(
    async (field, { size, text }) => {
      const canvas = document.createElement("canvas");
      canvas.width = canvas.height = size;
      canvas.getContext("2d")?.fillRect(0, 0, size, size / 2);
      const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([drawn ?? "no picture"], "image.png", { type: "image/png" }));
      if (text) clipboardData.setData("text/plain", text);
      return field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    },
    { size, text },
  );
const names = (): Promise<string[]> => page.locator(".lectern-chat-attached .lectern-chat-chip-name").allTextContents();
const refusals = (): Promise<string[]> => page.locator(".is-refused .lectern-chat-chip-size").allTextContents();

test("it is attached, scaled down, sent with the question and not taken for a note that is gone", async () => {
  model.script({ parts: ["A square."] }, { parts: ["Still a square."] });
  await openChat({ files: {}, standIn: model, chat: SEES });
  await paste(3000);
  await paste(10);
  await expect.poll(names).toEqual(["Pasted image", "Pasted image 2"]);
  await askAndWait("What is this?");
  await askAndWait("Are you sure?", 2);
  const sent = JSON.stringify(model.last.body);
  expect(sent.match(/data:image\/png;base64,/g)).toHaveLength(2);
  expect(sent).toContain("[an image, 1568×1568 pixels]");
  expect(await page.locator(".lectern-chat-notice").count()).toBe(0);
  expect(await page.locator(".lectern-chat-question .lectern-chat-chip-name").allTextContents()).toEqual([
    "Pasted image",
    "Pasted image 2",
  ]);
});

test("images that are pasted at once have names of their own", async () => {
  await openChat({ files: {}, standIn: model, chat: SEES });
  await Promise.all([paste(1000), paste(1000), paste(1000)]);
  await expect.poll(names).toEqual(["Pasted image", "Pasted image 2", "Pasted image 3"]);
});

test("a name that was removed is free again", async () => {
  await openChat({ files: {}, standIn: model, chat: SEES });
  await paste(10);
  await paste(10);
  await expect.poll(names).toEqual(["Pasted image", "Pasted image 2"]);
  await page.locator("[aria-label='Remove Pasted image']").click();
  await paste(10);
  // Drawing an image anew takes as long as the machine is slow.
  await expect.poll(names).toEqual(["Pasted image 2", "Pasted image"]);
});

test("text beside an image is pasted as text", async () => {
  await openChat({ files: {}, standIn: model, chat: SEES });
  expect(await paste(10, "a\tb")).toBe(true);
  expect(await names()).toEqual([]);
});

test.each([
  [{ model: "scripted" }, {}, 10, "This model can't see images."],
  [{ provider: "quotes" as const }, {}, 10, "This model can't see images."],
  [SEES, {}, 0, "This image can't be read."],
  [SEES, { maxImagesBytes: 0 }, 10, "There is no room for another image."],
])("it is refused with the reason (%#)", async (chat, settings, size, says) => {
  await openChat({ files: {}, standIn: model, chat, settings });
  await paste(size);
  await expect.poll(refusals).toEqual([says]);
  // Why others were refused stays.
  await paste(size);
  await expect.poll(refusals).toEqual([says, says]);
});

test("whether it can be seen is up to the conversation's own model", async () => {
  const chat = { ...SEES, recent: [setup({ baseUrl: model.baseUrl })] };
  await openChat({ files: {}, standIn: model, chat });
  await pickModel("small");
  await paste(10);
  await expect.poll(refusals).toEqual(["This model can't see images."]);
  await pickModel("gpt-4o");
  await paste(10);
  await expect.poll(names).toEqual(["Pasted image", "Pasted image"]);
  expect(await refusals()).toHaveLength(1);
});

// The rows of the search by meaning: whether it is on, its model, its limits, and how far it has come.
import { SecretComponent, type Setting } from "obsidian";
import { type LecternApi, meaningOf } from "../api.ts";
import { type EmbedderProvider, withScheme } from "../agent/model-choice.ts";
import { KNOWN_PROVIDERS } from "../agent/known-providers.ts";
import { reason } from "../base/reason.ts";
import { counted, t } from "../base/translate.ts";
import { hostOf, isThisDevice } from "../chat/model/chosen-model.ts";
import type { Meaning } from "../host/obsidian-meaning.ts";
import { isSamePlace, setups } from "../settings/model-setups.ts";
import { askToEmbed } from "./meaning-card.ts";
import { addPlaces } from "./provider-rows.ts";
import { addTest, statusOf } from "./model-rows.ts";
import type { Row } from "./setting-fields.ts";
import type { Form } from "./form.ts";

/** Prepared servers that have no embedding models. */
const WITHOUT = ["DeepSeek", "Groq", "xAI"];
const SERVERS = KNOWN_PROVIDERS.filter(({ name }) => !WITHOUT.includes(name));

/** The rows. */
export function meaningRows(form: Form, api: LecternApi): Row[] {
  const meaning = meaningOf(api);
  const { meaningFields: fields } = form;
  const visible = (): boolean => form.meaning.isOn;
  return [
    fields.toggle(
      "isOn",
      t("Search by meaning"),
      t(
        "Also finds notes that say it in other words. An embedding model that you choose gets the passages of your notes, except excluded ones, once you have seen how many. Turning this off deletes its data on this device.",
      ),
      { aliases: [t("Embeddings"), t("Semantic search")] },
    ),
    { name: t("Embedding source"), visible, render: (setting) => source(form, setting) },
    fields.text(
      "baseUrl",
      "http://localhost:11434/v1",
      withScheme,
      t("Embedding server URL"),
      t("The address of an OpenAI-compatible server. It often ends in /v1."),
      { visible: () => visible() && form.meaning.provider === "compatible" },
    ),
    {
      name: t("Embedding API key"),
      desc: t("Only if the server requires one. Kept in Obsidian's secret storage, not in the vault."),
      visible,
      render: (setting) => secret(form, setting),
    },
    { name: t("Embedding model"), visible, render: (setting) => model(form, meaning, setting) },
    { name: t("Passages"), aliases: [t("Embeddings")], visible, render: (setting) => progress(form, meaning, setting) },
    fields.number(
      "dims",
      t("Dimensions"),
      t("Numbers in each vector, up to 1,024. Leave empty for the best choice. Only some models can have fewer."),
      { visible },
    ),
    fields.number(
      "dayTokens",
      t("Tokens a day"),
      t("Stops for the day once this many tokens were sent. Leave empty for no limit."),
      { visible },
    ),
    fields.number("price", t("Embedding price"), t("Per million tokens, in any currency."), { visible }),
    fields.number(
      "dayMoney",
      t("Budget a day"),
      t("Stops for the day once this much was spent, by the price. Leave empty for no limit."),
      { visible },
    ),
  ];
}

function source(form: Form, setting: Setting): void {
  const own = { openai: "OpenAI", google: "Google (Gemini)" };
  addPlaces(setting, own, SERVERS, form.meaning, async (place) => {
    // The key that the chat uses there.
    const secret = setups(form.chat).find((one) => isSamePlace(one, place))?.secret ?? "";
    if (await form.changeMeaning(setting, { ...place, secret, model: "" })) form.again();
  });
}

function secret(form: Form, setting: Setting): void {
  setting.addComponent((el) =>
    new SecretComponent(form.app, el)
      .setValue(form.meaning.secret)
      .onChange((secret) => void form.changeMeaning(setting, { secret })),
  );
}

/** The field of the model, with a test that sends one word. */
function model(form: Form, meaning: Meaning, setting: Setting): void {
  const say = statusOf(setting);
  setting.addText((text) =>
    text
      .setValue(form.meaning.model)
      .setPlaceholder(EXAMPLES[form.meaning.provider])
      .onChange((value) => void form.changeMeaning(setting, { model: value.trim() })),
  );
  addTest(form, setting, say, async () => {
    const { host, dims } = await meaning.test(new AbortController().signal);
    return t("Works: {host}. Dimensions: {n}.", { host, n: dims });
  });
}

const EXAMPLES: Record<EmbedderProvider, string> = {
  openai: "text-embedding-3-…",
  google: "gemini-embedding-…",
  compatible: "nomic-embed-text",
};

/** The row that says how far it is, with the buttons that start, pause and delete. */
function progress(form: Form, meaning: Meaning, setting: Setting): () => void {
  const say = statusOf(setting);
  let drawn = "";
  const draw = (): void => {
    const { phase, approved } = meaning;
    say(saysProgress(meaning), phase === "failed");
    // A button that has the focus stays.
    const now = `${phase} ${approved !== undefined}`;
    if (now === drawn) return;
    const hadFocus = setting.controlEl.contains(setting.controlEl.ownerDocument.activeElement);
    drawn = now;
    setting.clear();
    const button = (text: string, work: () => unknown, isWarning = false): void => {
      setting.addButton((one) => {
        one.setButtonText(text).onClick(() => void work());
        if (isWarning) one.buttonEl.addClass("mod-warning");
      });
    };
    if (phase === "unapproved") button(t("Start…"), () => form.settled().then(() => askToEmbed(form.app, meaning)));
    else if (phase === "running" || phase === "idle") button(t("Pause"), () => meaning.pause());
    else if (phase !== "off") button(t("Resume"), () => meaning.resume());
    if (approved)
      button(t("Delete vectors"), () => meaning.forget().catch((error: unknown) => say(reason(error), true)), true);
    if (hadFocus) setting.controlEl.querySelector("button")?.focus();
  };
  draw();
  void meaning.look();
  return meaning.onChange(draw);
}

function saysProgress(meaning: Meaning): string {
  const { phase, state, because, settings, approved } = meaning;
  if (phase === "unapproved") {
    const host = settings.provider === "compatible" ? hostOf(settings.baseUrl) : undefined;
    const says =
      host !== undefined && isThisDevice(host)
        ? t("Nothing is sent yet. {host} is on this device.", { host })
        : t("Nothing is sent yet.");
    return approved ? `${says} ${t("Starting deletes the vectors of the previous model.")}` : says;
  }
  const { vectors = 0, notes = 0, waiting_notes: left = 0, is_full: isFull = false } = state ?? {};
  const says = {
    off: "",
    idle: "",
    running: t("Working."),
    paused: t("Paused."),
    budget: t("Today's limit is reached. It goes on tomorrow."),
    failed: because,
  }[phase];
  const passages = counted(vectors, "{n} passage.", "{n} passages.");
  const toGo = t("{left} of {all} notes to go.", { left, all: notes + left });
  return [
    says,
    vectors > 0 ? passages : "",
    left > 0 && notes + left > 0 ? toGo : "",
    isFull ? t("There is no room for more: the oldest notes are found by words only.") : "",
    phase === "idle" && vectors === 0 ? t("The next search loads them.") : "",
  ]
    .filter(Boolean)
    .join(" ");
}

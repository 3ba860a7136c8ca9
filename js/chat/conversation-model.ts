// The model of a conversation: the settings to ask it with, and remembering that it was used.
import { ModelError } from "../agent/model.ts";
import type { SavedModel } from "../agent/saved-model.ts";
import { t } from "../base/translate.ts";
import type { ChatSettings } from "../settings/chat-settings.ts";
import { isSameModel, remembered, settingsWith, setupIn } from "../settings/model-setups.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { placeOf } from "./chosen-model.ts";

/** The settings with `own`, the model of a conversation. Rejects if that is not set up here. */
export async function settingsFor(settings: SettingsStore, own: SavedModel | undefined): Promise<ChatSettings> {
  const { chat } = await settings.load();
  const chosen = settingsWith(chat, own);
  if (chosen) return chosen;
  const { model = "", ...place } = own ?? { provider: chat.provider };
  const says = t("This conversation is set to {model} ({place}), which is not set up here. Choose another model.", {
    model,
    place: placeOf(place),
  });
  throw new ModelError("model", says);
}

/** Remembers that the model of `used` was used, so that it is offered again. */
export async function rememberModel(settings: SettingsStore, used: ChatSettings): Promise<void> {
  const all = await settings.load();
  const [last] = all.chat.recent;
  if (used.provider === "quotes" || (last && isSameModel(last, used) && last.secret === used.secret)) return;
  const known = all.chat.recent.find((one) => isSameModel(one, used));
  const recent = remembered(all.chat.recent, {
    ...setupIn(used),
    ...{ thinking: known?.thinking ?? "", reading: known?.reading ?? "auto" },
  });
  await settings.save({ ...all, chat: { ...all.chat, recent } });
}

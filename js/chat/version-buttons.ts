// The buttons below a question that was edited or asked again: `‹ 2/3 ›`.
import { t } from "../base/translate.ts";
import { iconButton } from "./button.ts";

/** Adds the buttons to the question `el`, if it has several versions. `show` shows another one. */
export function drawVersions(
  el: HTMLElement,
  { number, count }: { readonly number: number; readonly count: number },
  show: (number: number) => void,
): void {
  if (count < 2) return;
  const label = t("Version {number} of {count}", { number, count });
  const group = createDiv({ cls: "lectern-chat-versions", attr: { role: "group", "aria-label": label } });
  const button = (icon: string, name: string, to: number): void => {
    const isThere = to >= 1 && to <= count;
    // Not `disabled`: a disabled button loses the focus.
    iconButton(group, icon, name, () => isThere && show(to)).setAttr("aria-disabled", String(!isThere));
  };
  button("chevron-left", t("Previous version"), number - 1);
  group.createSpan({ cls: "lectern-chat-version", text: `${number}/${count}`, attr: { "aria-hidden": "true" } });
  button("chevron-right", t("Next version"), number + 1);
  el.querySelector(".lectern-chat-actions")?.prepend(group);
}

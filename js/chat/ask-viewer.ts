// Shows in an exchange what the user decides while a question is asked: what is sent, and changes.
import { t } from "../base/translate.ts";
import type { ChatViewer } from "./chat.ts";
import type { Exchange } from "./exchange.ts";
import type { MessageList } from "./message-list.ts";

/** What shows it in `exchange`, scrolls `list` to it, and announces it with `say`. */
export function viewerIn(
  exchange: Exchange,
  list: MessageList,
  say: (words: string) => void,
  showsSent: boolean,
): ChatViewer {
  return {
    showsSent,
    send: (asked) => {
      const chosen = exchange.send(asked);
      say(t("Check what is sent, then choose Send or Cancel."));
      list.reveal();
      return chosen;
    },
    plan: (proposal) => exchange.plan(proposal),
    ask: (changes) => {
      const decided = exchange.ask(changes);
      say(changes.announcement);
      list.reveal();
      return decided;
    },
  };
}

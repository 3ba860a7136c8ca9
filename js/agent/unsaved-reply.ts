// A reply that was not saved with its conversation, once that is loaded again.
import type { Reply } from "../../pkg/lectern.js";

/** The text of a reply that was not saved. */
export const LEFT_OUT =
  "[left out: what was read here was not saved with this conversation; read it again if you need it]";

/** Whether `reply` was not saved. */
export const isLeftOut = ({ content: [first] }: Reply): boolean => first?.type === "text" && first.text === LEFT_OUT;

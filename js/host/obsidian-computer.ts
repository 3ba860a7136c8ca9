// The computer that the app runs on. A phone has none.
import { NodeComputer, type Require } from "./node-computer.ts";

let computer: NodeComputer | undefined;

/** The computer, by Electron's `require`. Throws on a phone. */
export function appComputer(): NodeComputer {
  const { require } = window as Window & { require?: Require };
  if (!require) throw new Error("this device starts no programs");
  if (!computer) {
    const made = (computer = new NodeComputer(require));
    // The app may end while a program answers.
    window.addEventListener("pagehide", () => made.stopAll());
  }
  return computer;
}

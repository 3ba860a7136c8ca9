// What may be sent for embeddings in a day, in tokens and money. Kept on this device.
import { type Clock, platformClock } from "../../base/clock.ts";
import { fieldsOf, valueOf } from "../../base/fields.ts";

/** Where the use of a day is kept. */
export interface BudgetStore {
  read(): string | undefined;
  write(text: string): void;
}

/** The user's limits for a day; null for none. */
export interface BudgetLimits {
  readonly tokens: number | null;
  /** In the currency of the price. */
  readonly money: number | null;
  /** The price of a million tokens. */
  readonly price: number | null;
}

/** What is left for queries when passages have used up their part, so that searches by meaning go on. */
const FOR_QUERIES = 0.02;

/** Counts what is used. */
export class DailyBudget {
  readonly #store: BudgetStore;
  readonly #limits: () => BudgetLimits;
  readonly #clock: Pick<Clock, "now">;

  constructor(store: BudgetStore, limits: () => BudgetLimits, clock: Pick<Clock, "now"> = platformClock) {
    this.#store = store;
    this.#limits = limits;
    this.#clock = clock;
  }

  /** The tokens used today. */
  get used(): number {
    const { day, tokens } = fieldsOf(valueOf(this.#store.read() ?? ""));
    return day === this.#today && typeof tokens === "number" && tokens >= 0 ? tokens : 0;
  }

  /** The most tokens a day; `Infinity` if there is no limit. */
  get most(): number {
    const { tokens, money, price } = this.#limits();
    const byMoney = money !== null && price !== null && price > 0 ? (money / price) * 1e6 : Infinity;
    return Math.min(tokens ?? Infinity, byMoney);
  }

  /** Counts `tokens` as used, unless that is more than is left: then returns false. */
  take(tokens: number, isQuery: boolean): boolean {
    const most = this.most * (isQuery ? 1 : 1 - FOR_QUERIES);
    if (this.used + tokens > most) return false;
    this.add(tokens);
    return true;
  }

  /** Counts `tokens` more as used, or fewer if negative. */
  add(tokens: number): void {
    this.#store.write(JSON.stringify({ day: this.#today, tokens: Math.max(0, this.used + tokens) }));
  }

  get #today(): string {
    return new Date(this.#clock.now()).toDateString();
  }
}

// The user's date. The core has no clock, and asks when days begin.

/** The last second that was asked for, in seconds since 1970, and how it is written. */
let last = { second: NaN, written: "" };

/** The date and the time where the user is, such as `2026-10-09T08:30:00`. */
export function localTime(now?: Date): string {
  if (now) return written(now);
  const second = Math.floor(Date.now() / 1000);
  if (second !== last.second) last = { second, written: written(new Date(second * 1000)) };
  return last.written;
}

function written(now: Date): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `${date}T${[now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join(":")}`;
}

/** When a day such as `2026-10-09` begins where the user is, in milliseconds since 1970. */
export function dayStart(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date).getTime();
}

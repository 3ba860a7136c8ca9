// The user's date. The core has no clock, and asks when days begin.

/** Today's date where the user is, such as `2026-10-09`. */
export function today(now = new Date()): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** When a day such as `2026-10-09` begins where the user is, in milliseconds since 1970. */
export function dayStart(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date).getTime();
}

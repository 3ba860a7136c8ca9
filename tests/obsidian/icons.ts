// Some of the app's icons, so that screenshots and the demo are recognizable: from Lucide (ISC licence), as in the app.
// All other icons are the same ring.

const line = (...paths: string[]) => paths.map((d) => `<path d="${d}"/>`).join("");
const SHEET = "M15 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V7Z";
const circle = (...paths: string[]) => `<circle cx="12" cy="12" r="10"/>${line(...paths)}`;

/** What is inside each drawing of 24 by 24. */
export const drawings: Record<string, string> = {
  "arrow-down-up": line("m3 16 4 4 4-4", "M7 20V4", "m21 8-4-4-4 4", "M17 4v16"),
  "arrow-up": line("m5 12 7-7 7 7", "M12 19V5"),
  "at-sign": `<circle cx="12" cy="12" r="4"/>${line("M16 8v5a3 3 0 0 0 6 0v-1a10 10 0 1 0-4 8")}`,
  bot: `<rect width="16" height="12" x="4" y="8" rx="2"/>${line("M12 8V4H8", "M2 14h2", "M20 14h2", "M15 13v2", "M9 13v2")}`,
  check: line("M20 6 9 17l-5-5"),
  "chevron-right": line("m9 18 6-6-6-6"),
  "circle-alert": circle("M12 8v4", "M12 16h.01"),
  "circle-help": circle("M9.09 9a3 3 0 0 1 5.83 1c0 2-3 3-3 3", "M12 17h.01"),
  "circle-slash": circle("m9 15 6-6"),
  "circle-stop": `${circle()}<rect x="9" y="9" width="6" height="6" rx="1"/>`,
  "columns-2": `<rect width="18" height="18" x="3" y="3" rx="2"/>${line("M12 3v18")}`,
  copy: `<rect width="14" height="14" x="8" y="8" rx="2"/>${line("M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2")}`,
  "ellipsis-vertical": [5, 12, 19].map((cy) => `<circle cx="12" cy="${cy}" r="1"/>`).join(""),
  "file-diff": line(SHEET, "M9 10h6", "M12 13V7", "M9 17h6"),
  "file-text": line(SHEET, "M14 2v4a2 2 0 0 0 2 2h4", "M10 9H8", "M16 13H8", "M16 17H8"),
  folder: line(
    "M20 20a2 2 0 0 0 2-2V8a2 2 0 0 0-2-2h-7.9a2 2 0 0 1-1.69-.9L9.6 3.9A2 2 0 0 0 7.93 3H4a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2Z",
  ),
  "git-fork": `${[
    [12, 18],
    [6, 6],
    [18, 6],
  ]
    .map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3"/>`)
    .join("")}${line("M18 9v2c0 .6-.4 1-1 1H7c-.6 0-1-.4-1-1V9", "M12 12v3")}`,
  history: line("M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8", "M3 3v5h5", "M12 7v5l4 2"),
  info: circle("M12 16v-4", "M12 8h.01"),
  "list-checks": line("m3 17 2 2 4-4", "m3 7 2 2 4-4", "M13 6h8", "M13 12h8", "M13 18h8"),
  "loader-2": line("M21 12a9 9 0 1 1-6.219-8.56"),
  lock: `<rect width="18" height="11" x="3" y="11" rx="2"/>${line("M7 11V7a5 5 0 0 1 10 0v4")}`,
  "message-circle": line("M7.9 20A9 9 0 1 0 4 16.1L2 22Z"),
  pencil: line(
    "M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497z",
    "m15 5 4 4",
  ),
  pin: line(
    "M12 17v5",
    "M9 10.76a2 2 0 0 1-1.11 1.79l-1.78.9A2 2 0 0 0 5 15.24V16a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-.76a2 2 0 0 0-1.11-1.79l-1.78-.9A2 2 0 0 1 15 10.76V7a1 1 0 0 1 1-1 2 2 0 0 0 0-4H8a2 2 0 0 0 0 4 1 1 0 0 1 1 1z",
  ),
  plus: line("M5 12h14", "M12 5v14"),
  quote: line(
    "M16 3a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2 1 1 0 0 1 1 1v1a2 2 0 0 1-2 2 1 1 0 0 0-1 1v2a1 1 0 0 0 1 1 6 6 0 0 0 6-6V5a2 2 0 0 0-2-2z",
    "M5 3a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2 1 1 0 0 1 1 1v1a2 2 0 0 1-2 2 1 1 0 0 0-1 1v2a1 1 0 0 0 1 1 6 6 0 0 0 6-6V5a2 2 0 0 0-2-2z",
  ),
  "refresh-cw": line(
    "M3 12a9 9 0 0 1 9-9 9.75 9.75 0 0 1 6.74 2.74L21 8",
    "M21 3v5h-5",
    "M21 12a9 9 0 0 1-9 9 9.75 9.75 0 0 1-6.74-2.74L3 16",
    "M8 16H3v5",
  ),
  save: line(
    "M15.2 3a2 2 0 0 1 1.4.6l3.8 3.8a2 2 0 0 1 .6 1.4V19a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z",
    "M17 21v-7a1 1 0 0 0-1-1H8a1 1 0 0 0-1 1v7",
    "M7 3v4a1 1 0 0 0 1 1h7",
  ),
  "scan-text": line(
    "M3 7V5a2 2 0 0 1 2-2h2",
    "M17 3h2a2 2 0 0 1 2 2v2",
    "M21 17v2a2 2 0 0 1-2 2h-2",
    "M7 21H5a2 2 0 0 1-2-2v-2",
    "M7 8h8",
    "M7 12h10",
    "M7 16h6",
  ),
  "scroll-text": line(
    "M15 12h-5",
    "M15 8h-5",
    "M19 17V5a2 2 0 0 0-2-2H4",
    "M8 21h12a2 2 0 0 0 2-2v-1a1 1 0 0 0-1-1H11a1 1 0 0 0-1 1v1a2 2 0 1 1-4 0V5a2 2 0 1 0-4 0v2a1 1 0 0 0 1 1h3",
  ),
  search: `<circle cx="11" cy="11" r="8"/>${line("m21 21-4.3-4.3")}`,
  settings: `<circle cx="12" cy="12" r="3"/>${line(
    "M12.22 2h-.44a2 2 0 0 0-2 2v.18a2 2 0 0 1-1 1.73l-.43.25a2 2 0 0 1-2 0l-.15-.08a2 2 0 0 0-2.73.73l-.22.38a2 2 0 0 0 .73 2.73l.15.1a2 2 0 0 1 1 1.72v.51a2 2 0 0 1-1 1.74l-.15.09a2 2 0 0 0-.73 2.73l.22.38a2 2 0 0 0 2.73.73l.15-.08a2 2 0 0 1 2 0l.43.25a2 2 0 0 1 1 1.73V20a2 2 0 0 0 2 2h.44a2 2 0 0 0 2-2v-.18a2 2 0 0 1 1-1.73l.43-.25a2 2 0 0 1 2 0l.15.08a2 2 0 0 0 2.73-.73l.22-.39a2 2 0 0 0-.73-2.73l-.15-.08a2 2 0 0 1-1-1.74v-.5a2 2 0 0 1 1-1.74l.15-.09a2 2 0 0 0 .73-2.73l-.22-.38a2 2 0 0 0-2.73-.73l-.15.08a2 2 0 0 1-2 0l-.43-.25a2 2 0 0 1-1-1.73V4a2 2 0 0 0-2-2z",
  )}`,
  square: '<rect width="18" height="18" x="3" y="3" rx="2"/>',
  "square-pen": line(
    "M12 3H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2v-7",
    "M18.375 2.625a1 1 0 0 1 3 3l-9.013 9.014a2 2 0 0 1-.853.505l-2.873.84a.5.5 0 0 1-.62-.62l.84-2.873a2 2 0 0 1 .506-.852z",
  ),
  x: line("M18 6 6 18", "m6 6 12 12"),
};

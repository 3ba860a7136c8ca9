// The encodings of languages that pack smaller in their own than in UTF-8. All platforms decode these. Node decodes
// windows-1252 wrongly; windows-1254 has all that the Latin ones need.
const LATIN = "windows-1254";

/** @type {Partial<Record<string, string>>} */
export const ENCODINGS = {
  ...{ ar: "windows-1256", ja: "euc-jp", ko: "euc-kr", ru: "windows-1251", zh: "gb18030" },
  ...{ de: LATIN, es: LATIN, fr: LATIN, pt: LATIN },
};

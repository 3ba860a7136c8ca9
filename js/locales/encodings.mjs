// The encodings of languages that pack a tenth smaller in their own than in UTF-8. All platforms decode these.
/** @type {Partial<Record<string, string>>} */
export const ENCODINGS = { ar: "windows-1256", ja: "euc-jp", ko: "euc-kr", ru: "windows-1251", zh: "gb18030" };

// Spellings of paths for paths.test.ts, by the result of each: an open path or an error code. Links are not here,
// because they are not a matter of spelling.

/** What stands in every closed file, and in the name of some. */
export const CANARY = "c4n4ry";

/** What is open in the vault of these spellings. */
export const OPEN = [
  "Plan.md",
  "work/Todo list.md",
  "work/raw.txt",
  "work/a.b/c.md",
  "Stra\u00dfe/\ud55c\uad6d\uc5b4.md",
];

/** What is closed in it. Nothing of it, no name and no text, may come up in any reply. */
export const CLOSED = [
  ...[".obsidian/app.json", ".obsidian/plugins/p/data.json", ".smarthole/inbox.json", ".git/config", ".trash/Plan.md"],
  ...[".hidden.md", "work/.env", "work/.obsidian/x.md", "config-dir/app.json", "Secret/deep/Plan.md"],
  ...["work/Clients/A.md", "archive/Secret/b.md", `work/.${CANARY}/x.md`, `Secret/${CANARY}.md`, "work/diary.md"],
];

/** Spellings, and the open path that each shows or the code that it ends in. */
export const SPELLINGS: Record<string, string[]> = {
  "open Plan.md": [
    ...["Plan.md", "/Plan.md", "./Plan.md", "\\Plan.md", "work/../Plan.md", "work/./../Plan.md", "Plan.md/"],
    ...["///Plan.md", "plan.MD", "PLAN", "Plan", "[[Plan]]", "![[plan]]", "[[Plan.md|the plan]]"],
    ...[" Plan.md ", "none/../Plan.md", "Plan|shown so", "Plan.md\u2028"],
  ],
  "open work/Todo list.md": [
    ...["work/Todo list.md", "work\\Todo list.md", "work//Todo list.md", "WORK/todo LIST", "[[Todo list]]"],
    ...["todo list", "work/Todo\u00a0list.md", "[[work/todo list]]"],
  ],
  "open work/raw.txt": ["work/raw.txt", "[[raw.txt]]", "work/RAW.TXT", "raw.txt"],
  "open work/a.b/c.md": ["work/a.b/c.md", "work/a.b/c", "[[c]]"],
  "open Stra\u00dfe/\ud55c\uad6d\uc5b4.md": [
    ...["Stra\u00dfe/\ud55c\uad6d\uc5b4.md", "STRASSE/\ud55c\uad6d\uc5b4", "[[\ud55c\uad6d\uc5b4]]"],
    ...["Stra\u00dfe/\u1112\u1161\u11ab\u1100\u116e\u11a8\u110b\u1165.md"],
  ],
  "open Clients/b.md": ["Clients/b.md", "[[b]]"],
  "open diary.md": ["diary.md", "[[diary]]"],
  denied: [
    ...[".obsidian/app.json", "./.obsidian//app.json", "\\.obsidian\\app.json", "work/../.obsidian/app.json"],
    ...[".OBSIDIAN/none", ".obsidian.", ".obsidian /app.json", ".obsidian::$INDEX_ALLOCATION/app.json"],
    ...["OBSIDI~1/app.json", "OB1A2F~1/x", ".ob\u017fidian/app.json", ".obs\u200cidian/app.json"],
    ...["\ufeff.obsidian/app.json", "\u00a0.obsidian/app.json", "...", ".. .", ".git/config", "GIT~1/config"],
    ...[".g\u200dit/config", ".git./config", ".git:x/config", "work/.git", ".gitignore", ".smarthole/inbox.json"],
    ...[".Smarthole\\none", ".trash/Plan.md", ".hidden.md", ".hidden", "work/.env", ".lecternignore"],
    ...["config-dir/app.json", "CONFIG-DIR/none", "Config-Dir", "Secret/deep/Plan.md", "secret/none.md"],
    ...["SECRET", "Secret.", "archive/Secret/b.md", "archive/s\u00adecret/b.md", "S\u0455ecret/../Secret/x"],
    ...["work/Clients/A.md", "WORK\\clients /none", "work/diary.md", "/work/Diary.md::$DATA"],
    ...["[[.obsidian/app.json]]", "![[Secret/deep/Plan]]", "[[.git/config|the plan]]"],
    ...["\uff0eobsidian/../.obsidian", ".obsidian/../.obsidian/app.json", ".obsidian%2fapp.json"],
    ...[".%6fbsidian/app.json"],
  ],
  outside_vault: [
    ...["..", "../", "../Plan.md", "work/../../Plan.md", "..\\Plan.md", "/../Plan.md", "./../.obsidian/app.json"],
    ...["[[../Plan]]", "C:/Plan.md", "c:\\Plan.md", "/C:/Plan.md", "//server/share/Plan.md"],
    ...["\\\\?\\C:\\Plan.md", "\\\\.\\pipe\\x", "file:///etc/passwd", "file:/Plan.md", "app://local/Plan.md"],
    ...["https://example.org/Plan.md", " file:///etc/passwd"],
  ],
  invalid_arguments: [
    ...["", "   ", "Plan.md\u0000", "Plan\n.md", "\u001bPlan.md", "Plan.md\u007f", ".obsidian\u0000/app.json"],
    ...["\u0085"],
  ],
  is_folder: ["/", ".", "./", "\\", "work", "work/", "WORK", "work/a.b", "work/.."],
  not_found: [
    // The note is there, the heading or block is not.
    ...["Plan#Goals", "Plan.md#Goals", "[[Plan#^block]]", "/work/Todo list.md#Open"],
    ...["Nothing.md", "work/Plan.md", "%50lan.md", "Plan%2emd", "%2eobsidian/app.json", "~/Plan.md", "Plan.txt"],
    ...["[[A]]", "[[app.json]]", "\uff0eobsidian/app.json", "$HOME/Plan.md", "*.md", "Pl\ufffdan.md"],
    ...["deep/Plan.md", "C:Plan.md", "file:Plan.md", "C:.obsidian/app.json", "Plan.md:stream", "Plan.md::$DATA"],
  ],
};

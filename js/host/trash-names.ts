// The names that files have in the trash: `a.md` is `a 2.md` there if there was an `a.md` already.

/** The vault's trash, as the app names it. */
export const TRASH = ".trash";

/** How many files of one name are looked at, the newest of them. */
const MAX_FILES = 16;

/** Those of `names` that a file at `path` may have got, the last first. */
export function namedAs(path: string, names: readonly string[]): string[] {
  const wanted = nameOf(path);
  const numbered = names.flatMap((name): [string, number][] => {
    const number = numberIn(name, wanted);
    return number === undefined ? [] : [[name, number]];
  });
  const sorted = numbered.sort(([, number], [, other]) => other - number);
  return sorted.slice(0, MAX_FILES).map(([name]) => name);
}

/** The name that `name` in the trash had before, in its own spelling, if a file called `wanted` can have got it. */
export function nameBefore(name: string, wanted: string): string {
  const number = numberIn(name, wanted) ?? 1;
  if (number === 1) return name;
  const end = name.lastIndexOf(` ${number}`);
  return name.slice(0, end) + name.slice(end + ` ${number}`.length);
}

/** The number that a file called `wanted` got in the trash, 1 for none; undefined if `name` is no such file. */
function numberIn(name: string, wanted: string): number | undefined {
  const [given, own] = [name.normalize("NFC"), wanted.normalize("NFC")];
  if (given === own) return 1;
  const dot = own.lastIndexOf(".");
  const [stem, extension] = dot > 0 ? [own.slice(0, dot), own.slice(dot)] : [own, ""];
  if (!given.startsWith(`${stem} `) || !given.endsWith(extension)) return undefined;
  const number = given.slice(stem.length + 1, given.length - extension.length);
  return /^[1-9][0-9]{0,8}$/.test(number) ? Number(number) : undefined;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

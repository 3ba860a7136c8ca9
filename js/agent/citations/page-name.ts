// The name of a page of a document, as citations write it: `Report.pdf#page=3`.

/** A file, or a page of it. */
interface FilePlace {
  readonly path: string;
  readonly page?: number | undefined;
}

/** The path, with the page if there is one. */
export const pageName = ({ path, page }: FilePlace): string => (page === undefined ? path : `${path}#page=${page}`);

/** The file and the page that a name says. */
export function placeNamed(name: string): { path: string; page?: number } {
  const [, path, page] = /^(.*)#page=(\d{1,9})$/is.exec(name) ?? [];
  return path === undefined ? { path: name } : { path, page: Number(page) };
}

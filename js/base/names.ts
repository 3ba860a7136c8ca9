// Names of files.

/** The name of the file at `path`, without `.md`. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/i, "");
}

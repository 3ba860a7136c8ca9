// The version of the package. The build puts it in.
declare const LECTERN_VERSION: string;

export const version = LECTERN_VERSION;

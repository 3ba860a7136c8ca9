// The types of Lectern's views: the names by which the app knows them. They have a file of their own, so that a view can
// be named without loading its code.

export const CHAT = "lectern-chat";
export const CHANGES_TAB = "lectern-changes";
export const INSPECTOR = "lectern-inspector";
export const RELATED = "lectern-related";

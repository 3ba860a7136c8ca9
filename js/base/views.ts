// The types of Lectern's views, by which the app tells them. They stand apart, so that a view's code can wait for its use.

export const CHAT = "lectern-chat";
export const CHANGES_TAB = "lectern-changes";
export const INSPECTOR = "lectern-inspector";
export const RELATED = "lectern-related";

// The vault that the tests of searching in the app share.
export const many = Object.fromEntries(
  Array.from({ length: 25 }, (_, index) => [`Many/${index}.md`, `The common word, and ${index} others.\n`]),
);
export const FILES = {
  ...many,
  "Lamps.md": "# Lamps\n\nA lamp <img src=x onerror=alert(1)>\n",
  "Folder/Other.md": "Another lamp.\n",
  "Folder/Deep/Third.md": "A third lamp.\n",
  "Private/Diary.md": "A lamp of mine.\n",
  "Picture.png": "A lamp in no note.\n",
};

/** The paths of the notes that hold "lamp", sorted. */
export const LAMPS = ["Folder/Deep/Third.md", "Folder/Other.md", "Lamps.md", "Private/Diary.md"];

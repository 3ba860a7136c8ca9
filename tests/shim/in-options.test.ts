// What the core says to a model, in the words of the command line.
import { expect, test } from "vitest";
import { inOptions } from "../../js/cli/in-options.ts";

test.each([
  ['limit is "x", not a whole number', '--limit is "x", not a whole number'],
  ["the limit is low", "the limit is low"],
  ['give words, such as {"any_of": ["auto policy"]}', "give words, such as --any-of 'auto policy'"],
  ['a time before today, such as {"since": "7d"}', "a time before today, such as --since 7d"],
  ['for more, call search_notes with cursor="1.1"', "for more, add --cursor 1.1"],
  [
    'call read_file with path="It\'s.md", start_line=3; for what follows start_column=9, end_line=3',
    `lectern call read_file --args '{"path": "It'\\''s.md", "start_line": 3}'; for what follows with {"start_column": 9, "end_line": 3}`,
  ],
  ["leave passages out", "leave out --passages"],
  ["leave it out for 10", "leave it out for 10"],
  ["tell the user; nothing was read", "nothing was read"],
])("%s", (said, told) => {
  expect(inOptions(said)).toBe(told);
});

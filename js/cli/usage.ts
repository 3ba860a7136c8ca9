// The usage text. build/npm-package.mjs makes the man page from it.

/** The usage text. */
export const USAGE = `usage: lectern -p PROMPT --vault DIR [options]
       lectern call TOOL --vault DIR --args JSON [options]
       lectern search WORDS --vault DIR [options]
       lectern why WORDS --path NOTE --vault DIR [--passages] [--json]
       lectern related NOTE --vault DIR [--selection TEXT] [--limit N] [--json]
       lectern mcp --vault DIR [--vault NAME=DIR ...] [--http PORT] [--allow-write]
       lectern index --vault DIR [--keep-index on]
       lectern embed --vault DIR --embeddings URL --embedding-model NAME [--yes]
       lectern undo [ID ...] --vault DIR [--list] [--all] [--yes]
       lectern doctor --vault DIR [--model P/NAME] [--json]
       lectern tools [--json]

-p answers a prompt with passages from the notes and their lines, without a language model or a network. With --model,
a language model answers: the prompt and what the model reads of the notes are sent to it. "call" calls a tool as a
language model would, and prints what the model would read. "search" prints what search_notes finds, in colors. Files
that the vault excludes are excluded here too: by .lecternignore, the app's Excluded files and the plugin's settings.

  --vault DIR      the vault's folder
  -p, --prompt P   the prompt; standard input is added to it, or is the prompt. "ask P" is the same. In it, @note.md,
                   @"a note.md", @[[Note]], @folder/ and @note.md:10-40 attach what they name; /help, /tools, /model and
                   /NAME, a prompt of the vault, are as in the panel
  --model P/NAME   prompt: the model: anthropic/NAME, openai/NAME, google/NAME, or compatible/NAME: a server with
                   OpenAI's API
  --base-url URL   prompt: where a compatible server is, such as http://localhost:11434/v1
  --output-format F
                   prompt: text (default), json: one object at the end, or stream-json: one event a line
  -o, --output F   prompt: write the answer to a file
  --output-schema F
                   prompt: the answer is JSON that follows the JSON Schema in this file
  --max-turns N    prompt: how often the model may be asked (default 25)
  --max-cost N     prompt: stop asking once this is spent; with --input-price, --output-price: of a million tokens
  --timeout N      prompt: stop after N seconds
  --allowed-tools T
                   prompt: the only tools that the model has, such as read_file,list_files
  --continue F, --save F
                   prompt: go on with the conversation in this file; save the conversation to this file
  --ephemeral      prompt: with --continue, leave the file as it is
  --strict         prompt: exit with 3 if a citation can't be verified, or nothing was read
  --quiet, --verbose
                   prompt: print no steps; print calls, turns and times too
  --reading R      prompt: how the model reads: tools, passages (Lectern finds them, and they are sent with the prompt), or
                   auto (default): by tools, unless the model can't call any
  --idle-limit N   prompt: seconds to wait while the provider sends nothing (default 120)
  --args JSON      call: the tool's arguments, such as '{"path": "Notes/a.md"}'
  --args -         call: read one JSON object per line from standard input, and print one reply for each, in order
  --json           print whole results, one per line
  --approve HOW    call: what to do with a change to a note: ask (default), accept, or plan: print it as a diff that
                   "git apply" takes, and write nothing. A deletion, and a change that removes more than half of a
                   note, or leaves properties or a base that can't be read, is asked about in any case. prompt: allow
                   the model to propose changes
  --http PORT      mcp: serve over HTTP on this computer, not on standard input and output; clients send the token in
                   LECTERN_MCP_TOKEN, or else one that is printed
  --allow-write    mcp: let clients change notes; the user is asked in the client, unless --approve is accept
  --list           undo: print the changes that can be undone, newest first
  --all            undo: undo all of them
  --yes            undo, embed: don't ask
  --embeddings S   search by meaning too: openai, google, or the URL of a server with OpenAI's API, such as
                   http://localhost:11434/v1; the words of each search are sent there
  --embedding-model N, --embedding-dims N
                   the embedding model, and how many dimensions of its vectors are used
  --max-day-tokens N
                   embed: stop for today once so many tokens were sent
  --max-bytes N    bytes of numbered text in one reply (default: from the plugin's settings, or 102400)
  --max-tokens N   call, search: tokens in one reply, estimated; prompt: stop asking once so many are used
  --numbering W    call, search: all, or compact: blank lines without a number
  --protect NAME   exclude a file or folder, in addition to what the vault excludes; may be repeated
  --keep-index W   keep the words of the notes in the user's cache folder, so that a later search needn't read them all:
                   auto (default): of more than 2,000 notes or 80 pages of documents, on, or off, which deletes them; the
                   plugin's setting "Never" turns it off too
  --no-wait        call, search, why, related: reply at once with what is indexed, and read no more documents; else they
                   are all read first
  --regex          search: use a regular expression, line by line
  --case           search: match case and accents
  --any-of WORDS   search: another wording, whose notes come last; may be repeated
  --passages       search: show the passages that answer best, in full, instead of matching lines; why: explain this
  --path P, --tag T, --where W, --tasks T, --since D, --until D, --time T, --sort S, --context N, --limit N, --cursor C
                   search: as search_notes takes them; why: --path is the note; related: --limit is the number of notes
  --selection T    related: a part of the note, word for word, to look for instead of all of it
  --today D        call, search: the date that 7d and last week count from, such as 2026-10-09 or 2026-10-09T08:30
                   (default: now)
  --color W        always, never, or auto: in a terminal, unless NO_COLOR is set
  --help, --version
                   print this, or Lectern's version

"why" says why a search for WORDS finds NOTE where it does: the words it has, in which form, what ranks above it, and
what would bring it up; or which rule excludes it.

"related" lists the notes that have to do with NOTE, best first, each with the reasons: links, words and meaning.

"doctor" says what a model can see of the vault: how many files are open, which rules exclude others, and whether the
model of --model answers. It prints rules, but no names of excluded notes.

"index" reads all notes and documents ahead of searches, and keeps the index for them.

"embed" sends the passages of all open notes to an embedding model, once it has said how many, and keeps the vectors in
the user's cache folder. Later it sends only what is new. Searches with the same options then find by meaning too.

"undo" takes back what "call" changed: the last change, or those with these ids; ID:2 is the second part of one. It
refuses where a note has changed since.

Put a word that begins with "-" inside quotes with others, as in "lamp -wick", or after "--", which ends the options:
lectern search --vault DIR -- lamp -wick

Keys are read from the environment: ANTHROPIC_API_KEY, OPENAI_API_KEY, GOOGLE_GENERATIVE_AI_API_KEY, and
LECTERN_API_KEY for a compatible server that needs one.

Characters in notes and names that could control the terminal are printed as <U+001B>, and escaped in JSON.

Exit codes: 0 done; 1 failed: a reply is an error, a change was not made, or the vault's rules can't be read; 2 wrong
usage. Of a prompt also: 3 a citation could not be verified, or nothing was read (--strict); 41 no key, or it was
refused; 42 bad input; 44 the vault can't be used; 53 --max-turns; 54 a tool broke; 55 --max-cost or --max-tokens; 124
--timeout; 130 interrupted.

Examples:
  lectern -p "which pane is thinner?" --vault DIR
  lectern -p "how heavy is the clapper?" --vault DIR --output-format json
  lectern search "storm glass" --vault DIR --path Notes --limit 3
  lectern why "storm glass" --path Home.md --vault DIR
  lectern related Home.md --vault DIR
  lectern call read_file --vault DIR --args '{"path": "Home.md"}'
  lectern call list_files --vault DIR --args '{}' --json
  lectern tools
  lectern undo --vault DIR --list
  lectern doctor --vault DIR`;

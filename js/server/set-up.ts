// How each agent is told of the server.

/** What the user does with what they copy. */
export interface SetUp {
  /** The file that it is added to; undefined for a command in a terminal. */
  readonly file?: string;
  readonly text: string;
}

/** The agents that are known, and what each needs. */
const SET_UPS: Readonly<Record<string, (url: string, token: string) => SetUp>> = {
  "Claude Code": (url, token) => ({
    text: `claude mcp add --scope user --transport http lectern ${url} --header "Authorization: Bearer ${token}"`,
  }),
  Codex: (url, token) => ({
    file: "~/.codex/config.toml",
    // It waits for a minute otherwise, and a user decides later.
    text: `[mcp_servers.lectern]\nurl = "${url}"\nhttp_headers = { Authorization = "Bearer ${token}" }\ntool_timeout_sec = 86400`,
  }),
  "Gemini CLI": (url, token) => ({
    text: `gemini mcp add --scope user --transport http --timeout 86400000 lectern ${url} --header "Authorization: Bearer ${token}"`,
  }),
  "Claude Desktop": (url, token) => ({
    file: "claude_desktop_config.json",
    text: servers({
      command: "npx",
      args: ["-y", "mcp-remote", url, "--header", "Authorization:${LECTERN}"],
      env: { LECTERN: `Bearer ${token}` },
    }),
  }),
  "VS Code": (url, token) => ({
    // The file that the command "MCP: Open User Configuration" opens.
    file: "mcp.json",
    text: JSON.stringify({ servers: { lectern: { type: "http", url, headers: headers(token) } } }, null, 2),
  }),
  Cursor: (url, token) => ({ file: "~/.cursor/mcp.json", text: servers({ url, headers: headers(token) }) }),
};

export const KNOWN_AGENTS: readonly string[] = Object.keys(SET_UPS);

/** What the agent `name` needs; others get the configuration that most of them read. */
export const setUpOf = (name: string, url: string, token: string): SetUp =>
  SET_UPS[name]?.(url, token) ?? { file: "mcp.json", text: servers({ type: "http", url, headers: headers(token) }) };

const headers = (token: string) => ({ Authorization: `Bearer ${token}` });
const servers = (lectern: object): string => JSON.stringify({ mcpServers: { lectern } }, null, 2);

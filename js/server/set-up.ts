// What the user copies to connect each agent to the server.
import { MOST_WAIT_MS } from "../agent/programs/mcp-endpoint.ts";

/** What an agent is told. */
interface Told {
  readonly url: string;
  readonly token: string;
  /** What the agent calls the server. */
  readonly server: string;
}

/** What the user does with what they copy. */
export interface SetUp {
  /** The file that it is added to; undefined for a command in a terminal. */
  readonly file?: string;
  readonly text: string;
}

/**
 * A name for the server of the vault `name`, as an agent may use several: `lecternMyNotes` for “My notes”. Agents change
 * signs, each in its way.
 */
export function serverName(name: string): string {
  const words = name.match(/[a-z0-9]+/gi) ?? [];
  return ["lectern", ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join("");
}

/** The agents that are known, and what each needs. Some give up on a call after a minute, and a user decides later. */
const SET_UPS: Readonly<Record<string, (told: Told) => SetUp>> = {
  "Claude Code": ({ url, token, server }) => ({
    text: `claude mcp add --scope user --transport http ${server} ${url} --header "Authorization: Bearer ${token}"`,
  }),
  Codex: ({ url, token, server }) => ({
    file: "~/.codex/config.toml",
    text: [
      `[mcp_servers.${server}]`,
      `url = "${url}"`,
      `http_headers = { Authorization = "Bearer ${token}" }`,
      `tool_timeout_sec = ${MOST_WAIT_MS / 1000}`,
    ].join("\n"),
  }),
  "Gemini CLI": ({ url, token, server }) => ({
    text: `gemini mcp add --scope user --transport http --timeout ${MOST_WAIT_MS} ${server} ${url} --header "Authorization: Bearer ${token}"`,
  }),
  "Claude Desktop": ({ url, token, server }) => ({
    file: "claude_desktop_config.json",
    text: block("mcpServers", server, {
      command: "npx",
      args: ["-y", "mcp-remote", url, "--header", "Authorization:${LECTERN}"],
      env: { LECTERN: `Bearer ${token}` },
    }),
  }),
  // The file that the command "MCP: Open User Configuration" opens.
  "VS Code": (told) => ({ file: "mcp.json", text: block("servers", told.server, overHttp(told)) }),
  Cursor: (told) => ({ file: "~/.cursor/mcp.json", text: block("mcpServers", told.server, overHttp(told)) }),
};

export const KNOWN_AGENTS: readonly string[] = Object.keys(SET_UPS);

/** What the agent `name` needs; others get the block that most of them read. */
export const setUpOf = (name: string, told: Told): SetUp =>
  SET_UPS[name]?.(told) ?? { file: "mcp.json", text: block("mcpServers", told.server, overHttp(told)) };

const overHttp = ({ url, token }: Told) => ({ type: "http", url, headers: { Authorization: `Bearer ${token}` } });
const block = (key: string, name: string, server: object): string =>
  JSON.stringify({ [key]: { [name]: server } }, null, 2);

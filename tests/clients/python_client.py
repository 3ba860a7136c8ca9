"""A client made with the official MCP SDK for Python. Takes {"command", "args", "calls"} on standard input, and prints
the tools and the results of the calls. It answers each question of the server by the call's "answer"."""

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.types import ElicitResult


async def main() -> None:
    asked = json.load(sys.stdin)
    server = StdioServerParameters(command=asked["command"], args=asked["args"])
    answer = {}

    async def elicited(context, params):
        return ElicitResult(**answer)

    async with stdio_client(server) as (read, write):
        async with ClientSession(read, write, elicitation_callback=elicited) as session:
            await session.initialize()
            tools = await session.list_tools()
            results = []
            for call in asked["calls"]:
                answer = call.get("answer") or {"action": "decline"}
                results.append(await session.call_tool(call["name"], call["args"]))
    dumped = [one.model_dump(mode="json", by_alias=True, exclude_none=True) for one in [tools, *results]]
    print(json.dumps({"tools": dumped[0]["tools"], "results": dumped[1:]}))


asyncio.run(main())

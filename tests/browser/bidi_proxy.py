"""Proxy between Playwright and Debian's Firefox that answers the commands which this Firefox lacks.

Playwright sends every new context a WebDriver BiDi command with its media features. Debian's Firefox doesn't know this
command, and Playwright stops if it gets no successful answer.
"""

import json
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable
from functools import partial

import trio
from trio_websocket import ConnectionClosed, WebSocketConnection, WebSocketRequest, open_websocket_url, serve_websocket

UNSUPPORTED_COMMANDS = {"emulation.setMediaFeaturesOverride"}
MAX_MESSAGE_BYTES = 2**28  # in bytes; a message may contain a whole file of the site

Send = Callable[[str], Awaitable[None]]


async def listen(arguments: list[str]) -> None:
    """Start Firefox and the proxy, and print the proxy's address in Firefox's own format."""
    firefox = await trio.lowlevel.open_process(["firefox-esr", *arguments], stderr=subprocess.PIPE)
    said = b""
    while not (found := re.search(rb"WebDriver BiDi listening on (ws://\S+)\n", said)):
        said += await firefox.stderr.receive_some()
    relay = partial(proxy_connection, found[1].decode())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(drain, firefox.stderr)
        server = await nursery.start(
            partial(serve_websocket, relay, "127.0.0.1", 0, None, max_message_size=MAX_MESSAGE_BYTES)
        )
        print(f"WebDriver BiDi listening on ws://127.0.0.1:{server.port}", file=sys.stderr, flush=True)
        await firefox.wait()
        nursery.cancel_scope.cancel()


async def drain(stream: trio.abc.ReceiveStream) -> None:
    """Read and discard a stream, because Firefox blocks once the pipe is full."""
    async for _ in stream:
        pass


async def proxy_connection(address: str, request: WebSocketRequest) -> None:
    """Forward messages in both directions until one side closes the connection."""
    playwright = await request.accept()
    async with (
        open_websocket_url(address + request.path, max_message_size=MAX_MESSAGE_BYTES) as firefox,
        trio.open_nursery() as nursery,
    ):

        async def forward_or_answer(message: str) -> None:
            question = json.loads(message)
            if question["method"] in UNSUPPORTED_COMMANDS:
                await playwright.send_message(json.dumps({"type": "success", "id": question["id"], "result": {}}))
            else:
                await firefox.send_message(message)

        nursery.start_soon(forward_messages, playwright, forward_or_answer, nursery.cancel_scope)
        nursery.start_soon(forward_messages, firefox, playwright.send_message, nursery.cancel_scope)


async def forward_messages(source: WebSocketConnection, send: Send, scope: trio.CancelScope) -> None:
    try:
        while True:
            await send(await source.get_message())
    except ConnectionClosed:
        scope.cancel()


if __name__ == "__main__":
    trio.run(listen, sys.argv[1:])

"""Firefox as Playwright starts it, with answers to what it asks of newer ones alone.

Playwright speaks WebDriver BiDi with Debian's Firefox, and tells every new one which media it has. This one has no such
command yet; without an answer nothing else would be asked.
"""

import json
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable
from functools import partial

import trio
from trio_websocket import ConnectionClosed, WebSocketConnection, WebSocketRequest, open_websocket_url, serve_websocket

NOT_YET = {"emulation.setMediaFeaturesOverride"}
LARGEST = 2**28  # bytes of a message: a whole file of the site may be one

Send = Callable[[str], Awaitable[None]]


async def listen(arguments: list[str]) -> None:
    """Start Firefox, and say where the relay is as Firefox says where it is."""
    firefox = await trio.lowlevel.open_process(["firefox-esr", *arguments], stderr=subprocess.PIPE)
    said = b""
    while not (found := re.search(rb"WebDriver BiDi listening on (ws://\S+)\n", said)):
        said += await firefox.stderr.receive_some()
    relay = partial(pass_on, found[1].decode())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(read_on, firefox.stderr)
        server = await nursery.start(partial(serve_websocket, relay, "127.0.0.1", 0, None, max_message_size=LARGEST))
        print(f"WebDriver BiDi listening on ws://127.0.0.1:{server.port}", file=sys.stderr, flush=True)
        await firefox.wait()
        nursery.cancel_scope.cancel()


async def read_on(stream: trio.abc.ReceiveStream) -> None:
    """Firefox waits where nobody reads what it says."""
    async for _ in stream:
        pass


async def pass_on(address: str, request: WebSocketRequest) -> None:
    """Connect one side with the other for as long as both are there."""
    playwright = await request.accept()
    async with (
        open_websocket_url(address + request.path, max_message_size=LARGEST) as firefox,
        trio.open_nursery() as nursery,
    ):

        async def asked(message: str) -> None:
            question = json.loads(message)
            if question["method"] in NOT_YET:
                await playwright.send_message(json.dumps({"type": "success", "id": question["id"], "result": {}}))
            else:
                await firefox.send_message(message)

        nursery.start_soon(each_message, playwright, asked, nursery.cancel_scope)
        nursery.start_soon(each_message, firefox, playwright.send_message, nursery.cancel_scope)


async def each_message(of: WebSocketConnection, send: Send, until: trio.CancelScope) -> None:
    try:
        while True:
            await send(await of.get_message())
    except ConnectionClosed:
        until.cancel()


if __name__ == "__main__":
    trio.run(listen, sys.argv[1:])

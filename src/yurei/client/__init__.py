"""Client library for bots on a yurei server: requests, and one stream of events, blocking or with asyncio.

    bot = Bot.come("http://localhost:8000", "Sei")            # once; keep bot.token
    bot.seek(settings={"width": 9, "height": 9})
    for news in bot.news():                                   # endless, reconnects by itself
        if news["seen"]["your_turn"]:
            bot.do(news["address"], "stone", "E5")

``AsyncBot`` is the same with ``await`` and ``async for``. Requests and events are plain values, as
``/openapi.json`` of every server describes them. The client uses no other part of yurei; it needs httpx: ``pip install
'.[client]'``.
"""

from yurei.client.bots import AsyncBot, Bot
from yurei.client.calls import Refused

__all__ = ["AsyncBot", "Bot", "Refused"]

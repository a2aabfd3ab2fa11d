"""A bot in Python: its games, its opponents, and one stream of all that it hears, plain or in asyncio.

    bot = Bot.come("http://localhost:8000", "Sei")            # once; keep bot.token, and bot.last now and then
    bot.seek(settings={"width": 9, "height": 9})
    for news in bot.news():                                   # for ever, whatever breaks
        if news["seen"]["your_turn"]:
            bot.do(news["address"], "stone", "E5")

``AsyncBot`` is the same with ``await`` and ``async for``. What is said and heard is what the page ``/api`` of every server
describes, as plain values. It knows nothing else of yurei, and needs httpx: ``pip install 'yurei[client]'``.
"""

from __future__ import annotations

from yurei.client.bots import AsyncBot, Bot
from yurei.client.calls import Refused

__all__ = ["AsyncBot", "Bot", "Refused"]

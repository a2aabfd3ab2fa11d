"""The club: the games of a server and the people around them. No HTTP, no HTML, and SQL in ``store`` alone.

What most constructors take is explained here and not at each class: ``store`` is the database, ``clock`` tells the time,
``secrets`` makes secrets, ``chance`` draws lots, ``uptime`` knows the periods in which servers were running, ``people``
are all people with a key, ``games`` and ``club`` all games of this server.
"""

"""Notifications of players whose page is closed: web push, encrypted for the subscribed browser, and e-mail."""

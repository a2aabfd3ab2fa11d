"""The people of a server: names, contacts, who is connected, and whom to notify."""

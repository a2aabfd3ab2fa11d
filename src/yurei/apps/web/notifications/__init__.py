"""Notifications: what rings where nobody looks. By push, sealed for the browser that asked for it, and by mail."""

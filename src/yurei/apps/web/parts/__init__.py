"""Pieces of pages: the board, the clock, the transcript, the chat …"""

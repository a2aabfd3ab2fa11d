"""Commands that serve: the web server and its check, one seat, GTP."""

"""Commands for servers: the web server and its check, one seat, GTP."""

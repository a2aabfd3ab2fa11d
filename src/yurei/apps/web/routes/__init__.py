"""Who asks for what, with which key: a file a subject. What is answered is drawn in ``pages``."""

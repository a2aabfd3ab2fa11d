"""Taking a seat by its link, moving it to another device, giving it to a program."""

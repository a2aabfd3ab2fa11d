"""Analysis board: values of positions on solved boards, and the line of best play."""

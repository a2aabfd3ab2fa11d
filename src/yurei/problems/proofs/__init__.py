"""What proves, grades and makes problems of each kind; who only solves them does not import it."""

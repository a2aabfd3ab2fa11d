"""What the games say: scores, ratings, whether one is sure; as text, as a page, as a picture."""

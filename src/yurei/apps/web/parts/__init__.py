"""Parts of pages that several subjects share."""

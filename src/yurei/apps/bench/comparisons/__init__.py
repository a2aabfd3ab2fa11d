"""Our programs beside others: an older checkout, other projects."""

"""Our programs beside others: an older checkout, C++, other projects."""

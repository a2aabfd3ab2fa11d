"""Our programs beside others: an older checkout, C++, programs of others."""

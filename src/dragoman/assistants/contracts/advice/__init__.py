"""What a language model may add to a question or an answer about agreements, and what code lets stand of it."""

"""Many questions about many documents or companies, answered into one sheet; stopped and gone on with at any time."""

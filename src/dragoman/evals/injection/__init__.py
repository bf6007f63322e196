"""The suite `injection`: attacks as questions and in what is read, before a model that obeys every one of them."""

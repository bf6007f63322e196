"""The nouns of Dragoman: frozen values that every layer above speaks in."""

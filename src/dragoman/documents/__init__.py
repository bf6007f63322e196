"""Files to pages, sections, passages and facts; finding them again."""

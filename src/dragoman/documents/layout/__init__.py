"""From words with places on a page to lines, columns of print, tables and paragraphs in reading order."""

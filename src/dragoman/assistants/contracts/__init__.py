"""Questions over contracts: decompose, retrieve, generate, judge, and again or out."""

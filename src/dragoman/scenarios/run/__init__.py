"""One run of a scenario: levels as nodes, what they leave in the state, the job around them."""

"""What the runtime is made of, a layer a file: each knows those above it in this list: state, reading, models."""

"""The step families of a plan: each module turns one question into its own kind of steps, or has no opinion."""

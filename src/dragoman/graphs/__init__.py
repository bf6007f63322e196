"""What assistants need of LangGraph: checkpoints, pause and resume by id, the path a run took."""

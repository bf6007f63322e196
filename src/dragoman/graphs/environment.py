"""Switches that LangGraph reads from the environment when it is first imported.

Import this module before `langgraph`: checkpoints then refuse to rebuild classes they do not know, and
nothing is traced to a service on the internet, whatever the surrounding shell says.
"""

import os

os.environ["LANGGRAPH_STRICT_MSGPACK"] = "true"
os.environ["LANGSMITH_TRACING"] = "false"

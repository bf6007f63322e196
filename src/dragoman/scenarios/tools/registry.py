"""Every tool there is. A scenario can call these and nothing else."""

from dragoman.scenarios.tools.build import accept_build, plan_build, write_build
from dragoman.scenarios.tools.find_folder import find_folder
from dragoman.scenarios.tools.list_folders import list_folders
from dragoman.scenarios.tools.product_help import help_topic, product_help
from dragoman.scenarios.tools.scan import scan_folder
from dragoman.scenarios.tools.tool import Tool, Toolbox

TOOLS: Toolbox = {
    tool.name: tool
    for tool in (
        Tool(
            name="find_folder",
            run=find_folder,
            takes=("text",),
            produces=dict.fromkeys(("folder", "found", "why")),
        ),
        Tool(
            name="list_folders",
            run=list_folders,
            takes=("folder",),
            produces=dict.fromkeys(("folders", "count")),
        ),
        Tool(
            name="scan_folder",
            run=scan_folder,
            takes=("folder",),
            produces=dict.fromkeys(("answer", "findings", "high", "files", "skipped")),
        ),
        Tool(
            name="plan_build",
            run=plan_build,
            takes=("brief",),
            produces={"plan": None, "fits": None, "answer": None},
        ),
        Tool(
            name="write_build",
            run=write_build,
            takes=("plan",),
            produces=dict.fromkeys(("answer", "written", "folder")),
            writes=True,
        ),
        Tool(
            name="accept_build",
            run=accept_build,
            takes=("plan",),
            produces=dict.fromkeys(("answer", "passed", "checks")),
        ),
        Tool(
            name="product_help",
            run=product_help,
            takes=("text",),
            produces=dict.fromkeys(("answer", "topic", "topics")),
        ),
        Tool(
            name="help_topic",
            run=help_topic,
            takes=("topic",),
            produces=dict.fromkeys(("answer", "topic")),
        ),
    )
}

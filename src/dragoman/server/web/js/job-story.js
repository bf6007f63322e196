/** What a job's events tell so far: one reading of the log for the chat and for task cards. */

const PHRASES = {
  compress_context: "Reading the conversation",
  memory: "Reading the conversation",
  retrieve_decision: "Deciding what is asked",
  query_rewrite: "Planning the search",
  retrieval_agent: "Looking in the documents",
  retrieve_company: "Looking in the reports",
  retrieve_news: "Looking in the news",
  grade_docs: "Choosing the passages that bear on it",
  synthesize: "Putting the answer together",
  grade_answer: "Checking each figure against its page",
  aggregate: "Calculating",
  calculator_agent: "Calculating",
  guardrails: "Checking the whole",
  answer: "Writing the answer",
  classify: "Deciding what this is about",
  disambiguate: "Taking your choice",
  ask: "Asking the assistant",
};

/** The words for a step, for people. */
export function stepWords(name) {
  const [scenario, level] = name.split("."); // a level is named with its scenario
  return PHRASES[level ?? name] ?? [scenario, level].filter(Boolean).map(sentence).join(": ");
}

export function sentence(name) {
  const words = String(name ?? "")
    .replaceAll("_", " ")
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function newStory() {
  return { status: "queued", scenario: "", step: "", levels: [], question: null, result: null, error: null, notes: [], answered: 0 };
}

/** Takes one event into the story, in place. */
export function tell(story, { type, data }) {
  const part = PARTS[type];
  if (part) part(story, data ?? {});
  return story;
}

const PARTS = {
  "job.queued": (story) => void (story.status = "queued"),
  "job.started": (story) => void (story.status = "running"),
  "node.started": (story, { node }) => running(story, stepWords(node)),
  "node.done": (story, { node }) => running(story, stepWords(node)),
  "level.started": (story, { level }) => {
    running(story, stepWords(level));
    story.levels.push({ name: level, state: "running" });
  },
  "level.done": (story, { level, summary }) => {
    const last = story.levels.findLast((one) => one.name === level && one.state !== "done");
    if (last) Object.assign(last, { state: "done", summary: summary ?? "" });
    else story.levels.push({ name: level, state: "done", summary: summary ?? "" });
  },
  "scenario.started": (story, { scenario }) => void (story.scenario = scenario),
  "question.asked": (story, { question, ...rest }) => {
    story.status = "waiting";
    story.question = question ?? rest;
  },
  "question.answered": (story) => {
    story.status = "running";
    story.question = null;
    story.answered += 1;
  },
  scenario_chained: (story, { from, to, reason }) => {
    story.scenario = to;
    story.notes.push({ words: `${sentence(from)} handed over to ${sentence(to)}${reason ? `: ${reason}` : ""}`, isLoss: false });
  },
  degraded: (story, { node, why }) => void story.notes.push({ words: `${sentence(node)} did less than usual: ${why}`, isLoss: true }),
  "job.done": (story, { result }) => Object.assign(story, { status: "done", question: null, result: result ?? {} }),
  "job.failed": (story, { error }) => Object.assign(story, { status: "failed", question: null, error: error ?? {} }),
  "job.cancelled": (story) => Object.assign(story, { status: "cancelled", question: null }),
};

function running(story, step) {
  if (story.status === "queued") story.status = "running";
  story.step = step;
}

export const isFinished = (status) => ["done", "failed", "cancelled"].includes(status);

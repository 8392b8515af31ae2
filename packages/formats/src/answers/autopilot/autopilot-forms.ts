/** Owns the words in which the personas of an autopilot are told what to answer. */

/** The plan itself is a file. `skip`, `default` and `approved` are the words of the rigor. */
const planForm = `The plan is one Markdown file:
# Plan: <name>
**Date:** <date> | **Spec:** <path> | **Tasks:** <N> | **Time:** <N> min
Sections in this order: ## Goal, ## Observable Truths (Acceptance Criteria), ## File Map, ## Skeleton, ## Tasks.
Skeleton \`skip\`: write no skeleton. \`default\`: write the section Skeleton if the plan has 8 tasks or more. \`approved\`: always write it.
Each task is a heading \`### Task <n>: <name>\` with the line \`**Depends on:** … | **Files:** … | **Owns:** …\` below it.
A task takes two to five minutes. \`**Files:** none\` says that a task changes no file.
A line that begins with [checkpoint:human-verify], [checkpoint:decision] or [checkpoint:human-action] makes a person look, choose or act. Options of a decision are a list below it.`

export const planAsked = `${planForm}

\`summary\` says what the plan does, in one or two sentences. \`concerns\` are what a person should look at before the plan is executed, one sentence each; an empty list if there are none. \`decisions\` are the choices that you made and why. For example:

{"summary": "Seven tasks that add the scanner and its command.", "concerns": ["Task 4 changes the format of the report, which other tools read."], "decisions": [{"what": "Patterns stand in a table", "why": "The spec asks for new patterns without new code."}]}`

export const taskAsked = `\`status\` is \`done\` only if everything that the task asks for is there and its checks pass; otherwise it is \`blocked\`. \`problem\` says what keeps the task from being done, and is null if it is done. \`concerns\`, \`decisions\` and \`learnings\` may be empty lists. The outcome of a learning is success, failure, gotcha, decision or observation. For example:

{"status": "done", "summary": "The scanner reads ignore files; three tests show it.", "problem": null, "concerns": [], "decisions": [{"what": "Ignore files are read once", "why": "A scan of the samples took half as long."}], "learnings": [{"outcome": "gotcha", "text": "The test runner caches modules between files."}]}
{"status": "blocked", "summary": "The parser is written, and one of its tests fails.", "problem": "\`parses an empty file\` fails: the plan and the spec want different results.", "concerns": [], "decisions": [], "learnings": []}`

export const verificationAsked = `\`truths\` has every observable truth that you were given, word for word, whether it holds, and your evidence. The evidence quotes what you saw, in quotation marks or backticks: a command and its output, or lines of a file. A truth holds only if its evidence has a quotation that stands in what you saw. \`failures\` has what is wrong beside the truths. \`passed\` is true only if every truth holds and nothing failed. For example:

{"passed": false, "truths": [{"truth": "The scan of an empty folder ends with exit code 0", "holds": true, "evidence": "\`scan empty/\` printed \\"0 findings\\" and \\"exit 0\\""}, {"truth": "The scan names the line of each finding", "holds": false, "evidence": "\`scan samples/\` printed \\"samples/key.env: access key\\" without a line"}], "failures": ["The type check reports an error in src/scan.ts."]}`

export const reviewAsked = `Give each finding its severity: \`critical\` (it loses data, breaks what worked, or opens a hole), \`important\` (it must be fixed before the work goes on) or \`suggestion\`. Critical and important findings block. Its title is one line. Its detail says how to see it and what would be right. \`file\` and \`line\` name its place; null if it has none. An empty list says that you found nothing. For example:

{"findings": [{"severity": "important", "title": "The scanner follows links out of the folder", "detail": "A link to / is scanned as a whole. Skip links that lead out.", "file": "src/walk.ts", "line": 31}]}
{"findings": []}`

export const outcomeAsked = `\`verdict\` is \`SATISFIED\` if every observable truth of the spec holds, \`NOT_SATISFIED\` if you saw that one does not, and \`INCONCLUSIVE\` if you could not see it. \`confidence\` is \`high\`, \`medium\` or \`low\`. Each reason is one sentence about one truth, and quotes what you saw in quotation marks or backticks. SATISFIED and NOT_SATISFIED count only if each reason has a quotation that stands in what you saw. For example:

{"verdict": "NOT_SATISFIED", "confidence": "high", "reasons": ["A scan names no lines: \`scan samples/\` printed \\"samples/key.env: access key\\"."]}`

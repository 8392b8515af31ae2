/** Owns the words in which the agents of a handbook's run are told what to answer. */

export const reportAsked = `\`summary\` says what you changed and why, and what you left out. \`findings\` has a sentence for each thing you found, fixed or not; it is empty if there was nothing to find. For example:

{"summary": "An empty name is refused; renaming is left to the API.", "findings": ["An empty name was saved.", "The API renames without a check."]}
{"summary": "Every input is guarded already.", "findings": []}`

export const verdictAsked = `\`pass\` is true only if nothing fails. Otherwise \`failures\` has one sentence for each thing that fails: what is missing, and where. \`evidence\` has one line for each thing that holds: it quotes, in quotation marks or backticks and word for word, what a command or a file showed you. A line whose quotation stands in no output you saw voids the answer. It is empty if you were given all that you judge. For example:

{"pass": true, "failures": [], "evidence": ["DESIGN.md:12 says \\"Motion is at most 200 ms\\"."]}
{"pass": false, "failures": ["DESIGN.md has no section on motion."], "evidence": []}`

export const finalCritiqueAsked = `\`findings\` says what is wrong now, without what the punch list says already. \`punch_list\` has one entry for each issue of the punch list, and is empty if there is no such list. Its status is \`no longer seen\`, \`still there\` or \`not looked at\`; its evidence is what you saw, with its file and line. For example:

{"findings": [{"severity": "High", "title": "The lesson page celebrates with confetti", "detail": "PRODUCT.md names edtech celebration as an anti-reference. Show the next step instead.", "file": "src/pages/lesson.astro", "line": 42, "quote": null}], "verdict": null, "punch_list": [{"id": "1.1-1", "status": "no longer seen", "evidence": "src/pages/index.astro:12 has a label now."}]}`

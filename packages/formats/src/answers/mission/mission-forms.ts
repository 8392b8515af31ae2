/** Owns the words in which the agents of a mission are told what to answer. */

export const planAsked = `Ids are \`VAL-<TAG>-001\` and \`F-001\`, in order; a summary has at most 140 characters. For example:

{"contract": [{"id": "VAL-AUTH-001", "assertion": "User can log in with valid credentials", "verify": "POST /login with a known user answers 200 and sets a session cookie"}], "features": [{"id": "F-001", "title": "Log in", "summary": "Users log in with name and password.", "description": "", "claims": ["VAL-AUTH-001"], "depends_on": []}]}`

export const planReviewAsked = `Each note is one sentence. An \`accept\` may have none; a \`reject\` says in each note what has to change. For example:

{"verdict": "accept-with-notes", "notes": ["The session must also end on the server when a user logs out (VAL-AUTH-004)."]}`

export const workAsked = `\`summary\` says what you built, what you did not, and how each claim can be seen. \`tricks\` are hints that would help others in any mission, one sentence each; usually none. \`ambiguity\` is null, unless spec, contract and code leave open what the product should do and both answers would be sensible. For example:

{"summary": "Users log out from the menu; POST /logout answers 204.", "tricks": ["The dev server reads its port from PORT, so two lanes can run at once."], "ambiguity": null}
{"summary": "Built, except for other devices.", "tricks": [], "ambiguity": "Does logging out end the sessions on other devices too?"}`

export const validationAsked = `The evidence of each claim quotes what you saw, in quotation marks or backticks: a command and its output, or lines of a file. For an issue, \`expected\` is the claim that its fix has to show, one sentence that can be verified, and \`verify\` says how; both are null if the issue is minor. \`ambiguity\` is null, unless a claim has two readings and the difference decides. For example:

{"claims": [{"id": "VAL-AUTH-001", "status": "PASS", "evidence": "\`curl -si -d name=ada -d password=x localhost:3000/login\` answers \\"HTTP/1.1 200 OK\\""}], "issues": [{"severity": "major", "title": "The session cookie is readable by scripts", "detail": "It lacks HttpOnly (src/session.ts:12).", "expected": "The session cookie has the attribute HttpOnly", "verify": "\`curl -si\` of POST /login shows \`HttpOnly\` in Set-Cookie"}], "ambiguity": null}`

export const rulingAsked = `\`claim\` is the claim that your decision is about; null if it is about the whole feature. \`question\` is null, unless a person has to decide. For example:

{"claim": "VAL-AUTH-003", "decision": "Logging out ends the session of this device only.", "reason": "The spec speaks of one device; other sessions are listed in its section on settings.", "question": null}`

export const curationAsked = `For example:

{"summary": "- The API listens on PORT; tests start it themselves.", "memory": "# Memory\\n\\n- VAL-AUTH-003 was read as: this device only.", "promote": ["the dev server reads its port from PORT, so two lanes can run at once"], "lessons": [{"role": "validator", "lesson": "Start the product on the lane's port before the first claim; each claim then takes one request."}]}`

export const decisionAsked = `\`subject\` is the feature or the checkpoint, and null for DONE and CONVERTED; for ESCALATE it is the feature that the question is about, or null. The reason is one sentence. For example:

{"decision": "NEXT_WORKER", "subject": "F-003", "reason": "F-004 and F-005 wait for it."}`

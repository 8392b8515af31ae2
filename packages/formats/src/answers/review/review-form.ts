/** Owns the words in which reviewers are told what to answer. */

export const reviewAsked = `Give each finding its severity, a title of one line, and the file and line it is about (null if there is none). Its detail says how to see it and what would be right. Its quote has the lines of the diff, of a file or of an output that show it, word for word (null if there are none). The verdict is \`no findings\` if the list is empty, \`no blocking findings\` if each finding is Low, and \`blocking findings\` otherwise. For example:

{"findings": [{"severity": "High", "title": "The total is wrong for an empty receipt", "detail": "\`total([])\` throws; the plan asks for 0. Start the sum at 0, and test it.", "file": "src/total.ts", "line": 42, "quote": "return prices.reduce((sum, price) => sum + price)"}], "verdict": "blocking findings"}
{"findings": [], "verdict": "no findings"}`

export const mergeCheckAsked = `\`ready\` is true only if no finding is Critical, High or Medium. If it is false, at least one finding says why. A quote is word for word what the diff, a file or an output shows; null if there is none. For example:

{"findings": [], "ready": true}
{"findings": [{"severity": "High", "title": "An access key is part of the change", "detail": "The line holds a real token. Take it out, and have it revoked.", "file": "config/dev.env", "line": 3, "quote": null}], "ready": false}`

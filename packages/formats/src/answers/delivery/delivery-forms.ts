/** Owns the words in which the agents of a delivery that write text are told what to answer. */

export const workAsked = `Your answer is a short message in plain text.

If you were given findings, you may dispute one: name it by its title and give reasons; no file need change. The reviewer rules on it once, then a person:

DISPUTE: The total is wrong for an empty receipt
Why: \`total([])\` gives 0; the test \`sums nothing\` in test/total.test.ts shows it

Only if the work needs what a person alone can give (a \`credential\`, \`consent\` to something that cannot be undone, a \`payment\`, or a \`judgment\` about what the product should be), do everything else first. Then end your message with these lines and nothing after them:

NEED credential: a key for the payment sandbox
Why: the sandbox refuses anonymous calls, so the acceptance test cannot run
How: put PAYMENT_KEY into .env`

export const pullTextAsked = `Both fields are Markdown without headings of level one or two, without raw HTML and with every code fence closed. \`risks\` is \`None.\` if there are none. For example:

{"summary": "Receipts now show the tax of each line. Callers of \`total()\` get the tax as a second value.\\n\\n- \`line.ts\` reads the rate, \`total.ts\` sums per rate.", "risks": "\`total()\` returned a number before; callers outside this repository must be changed. Reverting this commit brings it back."}`

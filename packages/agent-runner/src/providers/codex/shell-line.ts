/** Finds the line that an agent wrote in the quoted command that Codex tells of it. */

const wrapped = /^\S*sh -l?c ([\s\S]+)$/
const quoted = /'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\[\s\S]|[^'"\\\s]+/y

/** `/bin/bash -lc 'echo 1'` runs `echo 1`. What is not understood stays as it is. */
export function lineIn(command: string): string {
  const argument = wrapped.exec(command)?.[1]
  if (argument === undefined) return command
  let line = ''
  for (let at = 0; at < argument.length; at = quoted.lastIndex) {
    quoted.lastIndex = at
    const part = quoted.exec(argument)?.[0]
    // A space outside quotes: there is more than one argument.
    if (part === undefined) return command
    line += unquoted(part)
  }
  return line
}

function unquoted(part: string): string {
  if (part.startsWith("'")) return part.slice(1, -1)
  if (part.startsWith('"')) return part.slice(1, -1).replace(/\\(["\\$`])/g, '$1')
  return part.startsWith('\\') ? part.slice(1) : part
}

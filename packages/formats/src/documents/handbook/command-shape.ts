/** Tells whether code in a handbook looks like a command line. Runs nothing. */

const assignments = /^(?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|\S*)\s+)+/
/** A lowercase program, or a path to one. A lone `/word` is a command of an agent, not a path. */
const program = /^(?:[a-z][a-z0-9_.+-]*|(?:~|\.{1,2}|[\w@.-]+|\/[\w@.-]+)(?:\/[\w@.+-]+)+)$/
/** `[ -f x ]`, `! grep x`, `(cd web && npm test)`, `"$BIN" x`: only a shell reads these. */
const shellOnly = /^(?:\[\[?\s+[-"'$!]|!\s+[\w./]|\(\s*\w+\s|"?\$[\w{(])/
const otherLanguage =
  /^(?:const|let|var|import|function|class|interface|the|a|an)\s|^[\w-]+:\s|^\S+\s+(?:={1,3}>?|!==?|:|<-)\s/
/** Programs that people run without arguments. */
const runsBare =
  /^(?:make|pytest|tox|nox|jest|vitest|tsc|mocha|ava|rspec|rake|ctest|phpunit|mypy|just|gradle)$/
const script = /^(?:\.{0,2}\/)?[\w./@-]+\.(?:sh|bash)$/
const localProgram =
  /^\.{1,2}\/(?:[\w@.-]+\/)*[\w@-]+$|^(?:[\w@.-]+\/)*(?:s?bin|\.bin|scripts?|tools)\/[\w@-]+$/
const shellLine = /^[a-z"'$({!~.].*\s\S/
const bareName = /^[a-z][a-z0-9_-]*$/

const withoutAssignments = (code: string): string => code.trim().replace(assignments, '')

/** `CI=1 sh gate.sh`, `./bin/eslint .`, `make`; neither `src/x.js` nor an identifier. */
export function isCommand(code: string): boolean {
  const line = withoutAssignments(code)
  if (shellOnly.test(line)) return true
  const [first = '', ...rest] = line.split(/\s+/)
  if (rest.length > 0) return program.test(first) && !otherLanguage.test(line)
  return runsBare.test(first) || script.test(first) || localProgram.test(first)
}

/** Code that fills a paragraph or a list item may also be a single name, or a line that only a shell understands. */
export function isCommandAlone(code: string): boolean {
  const line = withoutAssignments(code)
  return isCommand(code) || bareName.test(line) || (shellLine.test(line) && !otherLanguage.test(line))
}

/**
 * Knows what the lines of checks take beside the programs and scripts that they start: files, globs and lists that a line
 * names. A check is as weak as what it is given to compare with. Pure.
 */
import { type CommandLine, everyCommand, fromProgram, isNamed, onlyReads, programOf } from './entry-files.ts'
import { folderIn, type SimpleCommand } from './shell-words.ts'
import { isCodeName } from './test-files.ts'

/** `support`: what the output is compared with. `script`: what a program of the line is given. `test`: a runner runs it. */
export type InputKind = 'test' | 'script' | 'support'

/** Null if no line names the file, or if lines only look at it. `lines` are those of checks and of package scripts. */
export function inputKind(lines: readonly CommandLine[], path: string): InputKind | null {
  for (const { run, folder } of lines) {
    const commands = everyCommand(run, folder).filter(({ words }) => startsProgram(words))
    if (commands.every(({ words }) => looks(words))) continue
    const isCompared = passesOutput.test(run)
    for (const command of everyCommand(run, folder)) {
      const kind = kindIn(command, path, isCompared)
      if (kind !== null) return kind
    }
  }
  return null
}

const passesOutput = /(?<!\|)\|(?!\|)|\$\(|<\(|`/
const comparers = /^(?:diff|cmp|comm)$/
const words = /^(?:set|true|false|exit|export|return|:|for|in|done|fi|esac|\}|wait|trap|shift|local)$/
const installers = /^(?:pip[\d.]*|conda|apt|apt-get|apk|brew|git|docker|podman)$/

const startsProgram = (line: readonly string[]): boolean => {
  const [program = ''] = fromProgram(line)
  return /^[\w./+@-]+$/.test(program) && !words.test(program)
}
const looks = (line: readonly string[]): boolean => onlyReads(line) || installers.test(programIn(line))
const programIn = (line: readonly string[]): string => programOf(fromProgram(line)[0] ?? '')

function kindIn(command: SimpleCommand, path: string, isCompared: boolean): InputKind | null {
  const program = programIn(command.words)
  if (isCodeName(path)) {
    if (!matchesGlob(command, path)) return null
    if (command.words[0] === 'for') return 'script'
    return runsAllItIsGiven(command.words) ? 'test' : null
  }
  const names =
    command.words.some((word) => isNamed(word, command.folder, path)) || matchesGlob(command, path)
  if (!names || installers.test(program)) return null
  // Behind `<(…)` a file stands first.
  const isFirst = isNamed(fromProgram(command.words)[0] ?? '', command.folder, path)
  if (isFirst || onlyReads(command.words)) return isCompared || comparers.test(program) ? 'support' : null
  return 'script'
}

/** Jest and vitest take what they are given for filters, or for the product. */
function runsAllItIsGiven(line: readonly string[]): boolean {
  const [program = '', ...behind] = fromProgram(line)
  if (/^(?:mocha|ava|tap|tape|uvu|bats|qunit|jasmine)$/.test(programOf(program))) return true
  const isModule = /^(?:pytest|unittest)$/.test(programOf(program)) || behind.includes('pytest')
  return isModule || (programOf(program) === 'node' && behind.includes('--test'))
}

const filters = /^-+(?:include|exclude|ignore|src|watch|x|n)\b/

/** An option with a glob means files in any folder. */
const matchesGlob = ({ words: line, folder }: SimpleCommand, path: string): boolean =>
  line.some((word, index) => {
    if (!/[*?]/.test(word) || filters.test(word) || filters.test(line[index - 1] ?? '')) return false
    const option = /^--[\w-]+=([^/]+)$/.exec(word)
    if (option !== null) return !isCodeName(path) && patternOf(option[1] ?? '').test(nameOf(path))
    const place = folderIn(folder, word)
    return place !== null && patternOf(place).test(path)
  })

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** As a shell takes it: `*` ends at a slash, and `**` does not. */
const patternOf = (glob: string): RegExp =>
  new RegExp(
    `^${glob
      .replace(/[.+^$()|\\{}]/g, '\\$&')
      .replace(/\*\*\/?|[*?]/g, (sign) => (sign === '?' ? '[^/]' : sign === '*' ? '[^/]*' : '.*'))
      .replace(/\[(?![^\]]*\])/g, '\\[')}$`,
  )

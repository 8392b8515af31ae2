/** Turns the text or export of a script into what the scripted agent plays. */
import type {
  Script,
  ScriptAnswer,
  ScriptedTurn,
  ScriptMatch,
  ScriptRule,
  ScriptStep,
} from '@harness/core/kernel/script'
import { parseDuration } from '../../text/duration.ts'
import { type FormatProblem, type Parsed, parsed, refused } from '../../text/format-problem.ts'
import { readJson } from '../../text/json-text.ts'
import { fieldOf, type LocatedValue, type Path, unlocated } from '../../text/located-value.ts'
import { checkAgainst } from '../../text/schema-problems.ts'
import { shown } from '../../text/shown.ts'
import { oversize } from '../../text/text-size.ts'
import { readYaml } from '../../text/yaml-text.ts'
import {
  scriptSchema,
  turnSchema,
  type WrittenRule,
  type WrittenStep,
  type WrittenTurn,
} from './script-schema.ts'

/** JSON if the file's name says so, YAML otherwise. */
export function parseScriptText(text: string, file: string): Parsed<Script> {
  const tooLarge = oversize(text, file)
  if (tooLarge !== null) return refused([tooLarge])
  const read = file.endsWith('.json') ? readJson(text, file) : readYaml(text, file, { schema: 'core' })
  return read.ok ? parseLocated(read.value, file) : read
}

/** For `.ts` scripts that export rules. */
export const parseScriptValue = (value: unknown, file: string): Parsed<Script> =>
  parseLocated(unlocated(value), file)

/** For `.ts` scripts that export a function: what it answered to one call. */
export function parseScriptTurn(value: unknown, file: string): Parsed<ScriptedTurn> {
  const located = unlocated(value)
  const checked = checkAgainst(turnSchema, located, file)
  if (!checked.ok) return checked
  const complaints = new Complaints(located, file)
  const turn = turnFrom(checked.value, [], complaints)
  return complaints.problems.length > 0 ? refused(complaints.problems) : parsed(turn)
}

function parseLocated(located: LocatedValue, file: string): Parsed<Script> {
  const checked = checkAgainst(scriptSchema, located, file)
  if (!checked.ok) return checked
  const complaints = new Complaints(located, file)
  const rules = checked.value.rules.map((rule, index) => ruleFrom(rule, ['rules', index], complaints))
  return complaints.problems.length > 0 ? refused(complaints.problems) : parsed({ rules })
}

class Complaints {
  readonly problems: FormatProblem[] = []
  private readonly located: LocatedValue
  private readonly file: string

  constructor(located: LocatedValue, file: string) {
    this.located = located
    this.file = file
  }

  add(path: Path, expected: string, found: string, hint: string | null = null): void {
    const place = this.located.keyPlaceOf(path) ?? { line: null, column: null }
    this.problems.push({ file: this.file, ...place, field: fieldOf(path), expected, found, hint })
  }
}

function ruleFrom(rule: WrittenRule, path: Path, complaints: Complaints): ScriptRule {
  return {
    role: rule.role,
    match: rule.match === undefined ? null : matchFrom(rule.match, [...path, 'match'], complaints),
    call: rule.call ?? null,
    times: rule.times ?? null,
    ...turnFrom(rule, path, complaints),
  }
}

/** `/source/flags` is a regular expression, anything else is text. */
function matchFrom(match: string, path: Path, complaints: Complaints): ScriptMatch {
  const [, source, flags] = /^\/(.+)\/([a-z]*)$/s.exec(match) ?? []
  if (source === undefined || flags === undefined) return { type: 'text', text: match }
  if (!/^[imsu]*$/.test(flags) || !isRegex(source, flags)) {
    complaints.add(path, 'a text, or a regular expression with no flags but i, m, s and u', shown(match))
  }
  return { type: 'regex', source, flags }
}

function isRegex(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags)
    return true
  } catch {
    return false
  }
}

function turnFrom(turn: WrittenTurn, path: Path, complaints: Complaints): ScriptedTurn {
  const { usd, ...usage } = turn.usage
  return {
    steps: turn.do.map((step, index) => stepFrom(step, [...path, 'do', index], complaints)),
    answer: answerFrom(turn, path, complaints),
    usage,
    usd: usd ?? null,
  }
}

function stepFrom(step: WrittenStep, path: Path, complaints: Complaints): ScriptStep {
  const names = Object.keys(step)
  if (names.length !== 1) {
    const found = names.length === 0 ? 'none' : names.join(' and ')
    complaints.add(
      path,
      'exactly one of write, append, replace, delete, run, wait',
      found,
      'each step has its own dash',
    )
  }
  if (step.write !== undefined) return { type: 'write', ...step.write }
  if (step.append !== undefined) return { type: 'append', ...step.append }
  if (step.replace !== undefined) return { type: 'replace', ...step.replace }
  if (step.delete !== undefined) return { type: 'delete', ...step.delete }
  if (step.run !== undefined) return { type: 'run', command: step.run }
  return { type: 'wait', ms: parseDuration(step.wait ?? '') ?? 0 }
}

/** A turn that names no answer ends with an empty message. */
function answerFrom(turn: WrittenTurn, path: Path, complaints: Complaints): ScriptAnswer {
  const given = ['reply', 'json', 'fail'].filter((name) => Object.hasOwn(turn, name))
  if (given.length > 1)
    complaints.add([...path, given[1] ?? ''], 'one of reply, json and fail', given.join(' and '))
  if (turn.resetsIn !== undefined && turn.fail !== 'rate_limit') {
    complaints.add([...path, 'resetsIn'], 'resetsIn only with fail: rate_limit', shown(turn.fail))
  }
  const { fail } = turn
  if (fail === 'crash' || fail === 'hang') return { type: fail }
  if (fail !== undefined) {
    return {
      type: 'fail',
      kind: fail,
      resetsInMs: turn.resetsIn === undefined ? null : parseDuration(turn.resetsIn),
    }
  }
  return Object.hasOwn(turn, 'json')
    ? { type: 'json', value: turn.json }
    : { type: 'reply', text: turn.reply ?? '' }
}

import { describe, expect, test } from 'vitest'
import { commandTree } from '../command-tree.ts'
import type { ArgumentSpec, CommandSpec, OptionSpec } from './command.ts'
import { glance, parseLine } from './parse-line.ts'

const argument = (name: string, required: boolean): ArgumentSpec => ({
  name,
  required,
  summary: '',
  completes: null,
})

const command = (
  name: string,
  args: readonly ArgumentSpec[],
  options: readonly OptionSpec[],
): CommandSpec => ({
  name,
  group: 'Start',
  summary: '',
  description: '',
  args,
  options,
  examples: [],
  load: () => Promise.reject(new Error('No command is loaded here.')),
})

const tree = [
  command(
    'answer',
    [argument('run', true), argument('choice', false)],
    [
      { flags: '-m, --message <text>', summary: '' },
      { flags: '-y, --yes', summary: '' },
      { flags: '-f, --follow', summary: '' },
      { flags: '--phase <name>', summary: '', completes: ['all', 'review'] },
      { flags: '--older-than <days>', summary: '' },
      { flags: '--no-resume', summary: '' },
      { flags: '--secret <kind>', summary: '', hidden: true },
    ],
  ),
  command('runs', [], [{ flags: '--all', summary: '' }]),
  command('run', [argument('plan', false)], [{ flags: '--json', summary: '' }]),
]

const parse = (args: readonly string[]) => parseLine(args, tree)

describe('QA-21 a command line that is right', () => {
  const none = { json: false, repo: null }
  test.each([
    [['runs'], 'runs', [], {}, none],
    [['runs', '--all'], 'runs', [], { all: true }, none],
    // Options of every command stand before and after the command.
    [['--json', 'runs'], 'runs', [], {}, { json: true, repo: null }],
    [['runs', '--json', '--debug'], 'runs', [], {}, { json: true, repo: null }],
    [['--repo', 'a b', 'runs'], 'runs', [], {}, { json: false, repo: 'a b' }],
    [['--repo=runs', 'runs'], 'runs', [], {}, { json: false, repo: 'runs' }],
    [['runs', '--repo', '/x', '--all'], 'runs', [], { all: true }, { json: false, repo: '/x' }],
    [['--repo', '-x', 'runs'], 'runs', [], {}, { json: false, repo: '-x' }],
    [['--repo=', 'runs'], 'runs', [], {}, { json: false, repo: '' }],
    [['run', '--json'], 'run', [undefined], {}, { json: true, repo: null }],
    // Words.
    [['answer', '7'], 'answer', ['7', undefined], {}, none],
    [['answer', '7', 'yes'], 'answer', ['7', 'yes'], {}, none],
    [['answer', 'runs', 'help'], 'answer', ['runs', 'help'], {}, none],
    [['answer', '', '-'], 'answer', ['', '-'], {}, none],
    [['answer', '-1', '-1.5e3'], 'answer', ['-1', '-1.5e3'], {}, none],
    [['answer', '__proto__', '--yes'], 'answer', ['__proto__', undefined], { yes: true }, none],
    // Values.
    [['answer', '7', '-m', 'why not'], 'answer', ['7', undefined], { message: 'why not' }, none],
    [['answer', '-m', 'why', '7'], 'answer', ['7', undefined], { message: 'why' }, none],
    [['answer', '-mwhy', '7'], 'answer', ['7', undefined], { message: 'why' }, none],
    [['answer', '-mVery', '7'], 'answer', ['7', undefined], { message: 'Very' }, none],
    [['answer', '--message=a=b', '7'], 'answer', ['7', undefined], { message: 'a=b' }, none],
    [['answer', '--message=', '7'], 'answer', ['7', undefined], { message: '' }, none],
    [['answer', '7', '-m', ''], 'answer', ['7', undefined], { message: '' }, none],
    [['answer', '7', '--message', '-y'], 'answer', ['7', undefined], { message: '-y' }, none],
    [['answer', '7', '-m', '--'], 'answer', ['7', undefined], { message: '--' }, none],
    [['answer', '7', '-m', '-hello'], 'answer', ['7', undefined], { message: '-hello' }, none],
    [['answer', '7', '--message=--json'], 'answer', ['7', undefined], { message: '--json' }, none],
    [['answer', '7', '--phase', 'review'], 'answer', ['7', undefined], { phase: 'review' }, none],
    [['answer', '7', '--older-than', '30d'], 'answer', ['7', undefined], { olderThan: '30d' }, none],
    [['answer', '7', '--no-resume'], 'answer', ['7', undefined], { noResume: true }, none],
    // Joined flags, and the same option twice.
    [['answer', '7', '-yf'], 'answer', ['7', undefined], { yes: true, follow: true }, none],
    [
      ['answer', '7', '-yfm', 'x'],
      'answer',
      ['7', undefined],
      { yes: true, follow: true, message: 'x' },
      none,
    ],
    [['answer', '7', '-yfmx'], 'answer', ['7', undefined], { yes: true, follow: true, message: 'x' }, none],
    [['answer', '7', '-m', 'a', '--message', 'b'], 'answer', ['7', undefined], { message: 'b' }, none],
    // Two dashes end the options.
    [['--', 'runs'], 'runs', [], {}, none],
    [['answer', '--', '--json', '-y'], 'answer', ['--json', '-y'], {}, none],
    [['answer', '-y', '--', '-m', '--'], 'answer', ['-m', '--'], { yes: true }, none],
    [['--', 'answer', '--json'], 'answer', ['--json', undefined], {}, none],
  ])('%j', (args, name, words, options, globals) => {
    const line = parse(args)
    expect(line).toEqual({ type: 'call', spec: expect.anything(), given: { args: words, options }, globals })
    expect(line.type === 'call' && line.spec.name).toBe(name)
  })
})

describe('QA-21 a command line that is wrong', () => {
  test.each([
    [['--json'], 'No command was named.', 'harness --help'],
    [['--'], 'No command was named.', 'harness --help'],
    [['--repo', 'runs'], 'No command was named.', 'harness --help'],
    [['rnu'], "Unknown command 'rnu' (Did you mean run?)", 'harness --help'],
    [['RUNS', '--bad'], "Unknown command 'RUNS' (Did you mean runs?)", 'harness --help'],
    [['hepl'], "Unknown command 'hepl' (Did you mean help?)", 'harness --help'],
    [['zzzzz'], "Unknown command 'zzzzz'", 'harness --help'],
    [['zzzzz', 'runs'], "Unknown command 'zzzzz'", 'harness runs --help'],
    [['zzzzz', '-mVery'], "Unknown command 'zzzzz'", 'harness --help'],
    [[''], "Unknown command ''", 'harness --help'],
    [['-'], "Unknown command '-'", 'harness --help'],
    [['constructor'], "Unknown command 'constructor'", 'harness --help'],
    [['help', 'ansswer'], "Unknown command 'ansswer' (Did you mean answer?)", 'harness --help'],
    [
      ['answer', '7', '--fase', 'all'],
      "Unknown option '--fase' (Did you mean --phase?)",
      'harness answer --help',
    ],
    [['runs', '--jsn'], "Unknown option '--jsn' (Did you mean --json?)", 'harness runs --help'],
    [['--jsn', 'runs'], "Unknown option '--jsn' (Did you mean --json?)", 'harness runs --help'],
    [['runs', '--json=1'], "Unknown option '--json=1' (Did you mean --json?)", 'harness runs --help'],
    [
      ['runs', '--jsn=a-long-value'],
      "Unknown option '--jsn=a-long-value' (Did you mean --json?)",
      'harness runs --help',
    ],
    [['runs', '--help=x'], "Unknown option '--help=x' (Did you mean --help?)", 'harness runs --help'],
    [['runs', '--no-json'], "Unknown option '--no-json' (Did you mean --json?)", 'harness runs --help'],
    [['runs', '--=x'], "Unknown option '--=x'", 'harness runs --help'],
    [['runs', '---'], "Unknown option '---'", 'harness runs --help'],
    [['runs', '--__proto__'], "Unknown option '--__proto__'", 'harness runs --help'],
    [['answer', '7', '--secrt=x'], "Unknown option '--secrt=x'", 'harness answer --help'],
    [['runs', '-y'], "Unknown option '-y'", 'harness runs --help'],
    [['-y', 'answer', '7'], "Unknown option '-y'", 'harness answer --help'],
    [['runs', '-xV'], "Unknown option '-xV'", 'harness runs --help'],
    [['answer', '7', '-yx'], "Unknown option '-x'", 'harness answer --help'],
    [['answer', '7', '-y-'], "Unknown option '-y-'", 'harness answer --help'],
    [['answer', '7', '-y=1'], "Unknown option '-y=1'", 'harness answer --help'],
    [['--repo'], "Option '--repo <dir>' argument missing", 'harness --help'],
    [['runs', '--repo'], "Option '--repo <dir>' argument missing", 'harness runs --help'],
    [['answer', '7', '-m'], "Option '-m, --message <text>' argument missing", 'harness answer --help'],
    // A forgotten text must not become an answer that is journaled.
    [
      ['answer', '7', '-m', '--json'],
      "Option '-m, --message <text>' argument missing",
      'harness answer --help',
    ],
    [
      ['answer', '7', '-m', '--repo=x'],
      "Option '-m, --message <text>' argument missing",
      'harness answer --help',
    ],
    [
      ['answer', '7', '--phase', 'ship'],
      "Option '--phase <name>' argument 'ship' is invalid. Allowed choices are all, review.",
      'harness answer --help',
    ],
    [
      ['answer', '7', '--phase='],
      "Option '--phase <name>' argument '' is invalid. Allowed choices are all, review.",
      'harness answer --help',
    ],
    [
      ['answer', '7', '--phase', 'ship', '--phase', 'all'],
      "Option '--phase <name>' argument 'ship' is invalid. Allowed choices are all, review.",
      'harness answer --help',
    ],
    [['answer'], "Missing required argument 'run'", 'harness runs lists them; then: harness answer <run>'],
    [['cancel', '7'], "Unknown command 'cancel' (Did you mean: harness stop <run>?)", 'harness stop 7'],
    [
      ['cancel'],
      "Unknown command 'cancel' (Did you mean: harness stop <run>?)",
      'harness stop <run>; all runs: harness runs',
    ],
    [
      ['cancel', '7; rm'],
      "Unknown command 'cancel' (Did you mean: harness stop <run>?)",
      'harness stop <run>; all runs: harness runs',
    ],
    [['ls', '7'], "Unknown command 'ls' (Did you mean: harness runs?)", 'harness runs'],
    [
      ['task', 'Greet', 'by name'],
      `Unknown command 'task' (Did you mean: harness new "title"?)`,
      'harness new "Greet by name"',
    ],
    [['login'], "Unknown command 'login' (Did you mean: harness agents?)", 'harness agents'],
    [
      ['runs', 'x', 'y'],
      "Too many arguments for 'runs'. Expected 0 arguments but got 2.",
      'harness runs --help',
    ],
    [['run', 'x', 'y'], "Too many arguments for 'run'. Expected 1 argument but got 2.", 'harness run --help'],
    [
      ['runs', '--', '--help'],
      "Too many arguments for 'runs'. Expected 0 arguments but got 1.",
      'harness runs --help',
    ],
    [['runs', '0001'], "Too many arguments for 'runs'. Expected 0 arguments but got 1.", 'harness show 0001'],
  ])('%j', (args, problem, next) => expect(parse(args)).toEqual({ type: 'wrong', problem, next }))
})

describe('QA-21 help and version', () => {
  test.each([
    [[], null],
    [['-h'], null],
    [['--help'], null],
    [['help'], null],
    [['help', 'help'], null],
    [['--help', 'runs'], null],
    [['--bad', '--help'], null],
    [['nosuch', '--help'], null],
    [['help', 'runs'], 'runs'],
    [['--json', 'help', 'runs'], 'runs'],
    [['runs', '--help'], 'runs'],
    [['runs', '-h', 'x', '--bad'], 'runs'],
    [['answer', '-yh'], 'answer'],
    [['answer', '7', '-m', '--help'], 'answer'],
    [['--json', 'answer', '--help'], 'answer'],
  ])('%j shows the help of %j', (args, name) => {
    const line = parse(args)
    expect(line.type).toBe('help')
    expect(line.type === 'help' && (line.spec?.name ?? null)).toBe(name)
  })

  test.each([
    [['-V'], false],
    [['--version', '--json'], true],
    [['--json', '-V'], true],
    [['runs', '-V'], false],
    [['nosuch', '--version'], false],
    [['--version', 'runs', '--bad'], false],
  ])('%j shows the version', (args, json) => expect(parse(args)).toEqual({ type: 'version', json }))
})

test('a glance names the command and the repository before the tree is complete', () => {
  expect(glance(['--repo', 'x', 'own', '--repo=y', '-mtext'])).toEqual({
    called: 'own',
    globals: { json: false, repo: 'y' },
  })
  expect(glance(['--json'])).toEqual({ called: null, globals: { json: true, repo: null } })
})

test.each(commandTree)('the flags of $name can be told apart', ({ options }) => {
  const flags = [
    ...options.map((it) => it.flags),
    '--repo',
    '--json',
    '--debug',
    '-h, --help',
    '-V, --version',
  ]
  const names = flags.flatMap((it) => it.match(/(?<![\w-])--?[\w-]+/g) ?? [])
  expect(names).toEqual([...new Set(names)])
})

/**
 * What an agent can bring into a repository that no check sees: links, names, hidden characters, scripts, secrets. Each
 * agent here insists, so nothing may be merged that way, and no secret may be in a file that the run leaves.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { harness, harnessJson } from './support/harness-here.ts'
import {
  approves,
  config,
  delivers,
  git,
  planPath,
  type Rule,
  sampleRepo,
  script,
} from './support/sample-repo.ts'

type Step = Readonly<Record<string, unknown>>

const hello: Step = { write: { path: 'hello.txt', text: 'hello\n' } }
const insists = (...steps: readonly Step[]): readonly Rule[] =>
  ['implementer', 'fixer'].map((role) => ({
    role,
    do: [hello, ...steps, { run: 'date +%N >> log.txt' }],
    reply: 'All done.',
  }))
const settings = (more: Readonly<Record<string, unknown>> = {}): string =>
  config({
    agent: { provider: 'scripted', script: 'script.json', maxReviewPasses: 2, maxCheckFixes: 1 },
    ...more,
  })
const onMain = (root: string): string => git(root, 'log', '--format=%s', 'main')

async function gateOf(root: string, env: Readonly<Record<string, string>> = {}) {
  const { code, value } = await harnessJson(root, ['run'], { env })
  expect({ code, outcome: value.outcome }).toEqual({ code: 3, outcome: 'waiting' })
  expect(onMain(root)).toBe('Begin')
  const { value: shown } = await harnessJson(root, ['show', '0001'], { env })
  return shown.gate as { readonly name: string; readonly detail: string }
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}

/** All that a run leaves, beside the lanes themselves. */
const leftBy = (root: string): readonly string[] =>
  filesBelow(join(root, '.harness/run')).filter((path) => !path.includes('/lanes/'))

describe('TR-10 before a merge a person is asked about', () => {
  test('links that lead out, hidden characters, odd names, install scripts, submodules and large files', async () => {
    const steps = [
      { run: 'ln -sf /etc/passwd out' },
      { run: 'mkdir -p deep && ln -sfn ../.. deep/up && ln -sfn deep/up/x through' },
      {
        write: { path: 'admin.js', text: 'if (a) {} /*\u202e } \u2066if (isAdmin)\u2069 \u2066 begin */\n' },
      },
      { run: 'printf x > "$(printf "a\\033[2Kb.txt")"' },
      { write: { path: 'package.json', text: '{"scripts":{"postinstall":"node steal.js"}}\n' } },
      {
        write: { path: '.gitmodules', text: '[submodule "x"]\n\tpath = x\n\turl = https://evil.example/x\n' },
      },
      { run: 'head -c 300000 /dev/zero > large.bin' },
    ]
    const root = sampleRepo({
      'harness.config.json': settings({ review: { largestFileMb: 0.2 } }),
      'script.json': script(...insists(...steps), approves),
    })
    const gate = await gateOf(root)
    expect(gate.name).toBe('suspicious-change')
    for (const said of [
      'out is a link to /etc/passwd, which leads to an absolute path.',
      'deep/up is a link to ../.., which leads out of the repository.',
      'through is a link to deep/up/x, which leads out of the repository.',
      'admin.js has characters that change the order of what is shown (line 1: if (a) {} /*<U+202E> } <U+2066>if',
      'a<U+001B>[2Kb.txt has characters in its name that cannot be seen.',
      'package.json runs at installation: "postinstall": "node steal.js".',
      '.gitmodules has a new address: https://evil.example/x.',
      'large.bin has 0.3 MB; review.largestFileMb is 0.2.',
    ])
      expect(gate.detail).toContain(said)
    for (const path of leftBy(root).filter((each) => /(journal|events)\.ndjson$/.test(each)))
      expect(readFileSync(path, 'utf8'), path).not.toMatch(/(?![\n\t])\p{Cc}|\u202e|\\u001b|\\u202e/u)
  })

  test('nothing that the plan names', async () => {
    const text = '{"scripts":{"postinstall":"node build.js"}}\n'
    const steps = [{ write: { path: 'package.json', text } }, { run: 'ln -sf ../outside data' }]
    const root = sampleRepo({
      'harness.config.json': settings(),
      'script.json': script(...insists(...steps), approves),
    })
    const plan = readFileSync(join(root, planPath('0001')), 'utf8')
    writeFileSync(join(root, planPath('0001')), `${plan}\nAdd package.json and the link \`data\`.\n`)
    git(root, 'commit', '-qam', 'Plan it')
    const { code, stdout } = await harness(root, ['run'])
    expect(code, stdout).toBe(0)
    expect(readFileSync(join(root, 'package.json'), 'utf8')).toBe(text)
  })
})

describe('TR-10 no commit and no record holds', () => {
  const secret = 'correct-horse-battery-staple'
  const bytes = Buffer.from(secret)
  const spellings = {
    base64: bytes.toString('base64'),
    'base64 after other text': Buffer.from(`x:${secret}`).toString('base64'),
    hex: bytes.toString('hex'),
    reversed: [...secret].reverse().join(''),
    split: '"correct-horse" +\n  "-battery-staple"',
  }
  test.each(Object.entries(spellings))('a known secret in %s', async (_how, text) => {
    const root = sampleRepo({
      'harness.config.json': settings({ redact: { env: ['MY_SECRET'] } }),
      'script.json': script(
        ...insists({ write: { path: 'src/a.js', text: `// a\nexport const a = ${text}\n` } }),
        approves,
      ),
    })
    const gate = await gateOf(root, { MY_SECRET: secret })
    expect(gate.name).toBe('agent-failing')
    expect(gate.detail).toMatch(/a secret of this machine into src\/a\.js:2 \(MY_SECRET\)/)
    const holders = leftBy(root).filter((path) => {
      const left = readFileSync(path, 'latin1')
      return [text, JSON.stringify(text).slice(1, -1), secret].some((each) => left.includes(each))
    })
    expect(holders).toEqual([])
    expect(git(root, 'log', '--all', '--format=%H', '-S', text.slice(0, 12), '--', 'src')).toBe('')
  })

  const envFile = {
    '.gitignore': '.env.test\n',
    'harness.config.json': settings({
      checks: [{ name: 'leak', run: 'cat .env.test; base64 .env.test; grep -q hello hello.txt' }],
      lanes: { copyEnvFiles: ['.env.test'] },
    }),
  }
  const value = 'pw-9f8e7d6c5b4a'

  test('a value of a copied env file that a check prints', async () => {
    const root = sampleRepo({ ...envFile, 'script.json': script({ ...delivers, reply: value }, approves) })
    writeFileSync(join(root, '.env.test'), `PORT=3000\nexport DB_LOGIN="${value}"\nMODE=development\n`)
    const { code, stdout, stderr } = await harness(root, ['run'])
    expect(code, stdout).toBe(0)
    const shown = await harness(root, ['show', '0001'])
    const files = leftBy(root)
    const texts = [stdout, stderr, shown.stdout, ...files.map((path) => readFileSync(path, 'latin1'))]
    expect(texts.filter((text) => text.includes(value))).toEqual([])
    expect(texts.filter((text) => text.includes(Buffer.from(value).toString('base64').slice(4, 16)))).toEqual(
      [],
    )
    const log = files.find((path) => path.endsWith('1-leak.log'))
    expect(readFileSync(log ?? '', 'utf8')).toMatch(
      /PORT=3000\nexport DB_LOGIN="\[redacted:DB_LOGIN\]"\nMODE=dev/,
    )
  })

  test('a value of a copied env file that an agent writes', async () => {
    const root = sampleRepo({
      ...envFile,
      'script.json': script(...insists({ run: 'cat .env.test > notes.txt' }), approves),
    })
    writeFileSync(join(root, '.env.test'), `DB_LOGIN=${value}\n`)
    const gate = await gateOf(root)
    expect(gate.detail).toMatch(/a secret of this machine into notes\.txt:1 \(DB_LOGIN\)/)
  })

  test('a real token, until the config calls it made up', async () => {
    const rest = 'k7Qm2Xv9Rt4Lb8Zc5Wn3Hd6Js1Pf0Gy7Uq2E'
    const token = `ghp_${rest}`
    // The script is in the repository, and must not hold the token itself.
    const writes = { run: `mkdir -p test && printf 'ghp_%s\\n' ${rest} > test/key.txt` }
    const root = sampleRepo({
      'harness.config.json': settings(),
      'script.json': script(...insists(writes), approves),
    })
    const gate = await gateOf(root)
    expect(gate.name).toBe('agent-failing')
    expect(gate.detail).toMatch(
      /token into test\/key\.txt:1 \(github-token\); if it is made up, add .*redact\.fixtures/,
    )
    writeFileSync(join(root, 'harness.config.json'), settings({ redact: { fixtures: ['test/key.txt'] } }))
    git(root, 'commit', '-qam', 'It is made up')
    const { code, stdout } = await harness(root, ['grant', '0001'])
    expect(code, stdout).toBe(0)
    expect(existsSync(join(root, 'test/key.txt'))).toBe(true)
    // A patch may be the only copy of someone's work: what merely looks like a key stays in it.
    const records = leftBy(root).filter((path) => !path.endsWith('.patch'))
    expect(records.filter((path) => readFileSync(path, 'latin1').includes(token))).toEqual([])
  })
})

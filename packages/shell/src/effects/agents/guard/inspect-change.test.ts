import { asCommitHash } from '@harness/core/kernel/ids'
import { describe, expect, it } from 'vitest'
import { agentWorld, rule, secret, shell, write } from '../../../test-support/agent-world.ts'
import { idOf } from '../../../test-support/target-repo.ts'

type Steps = Parameters<typeof rule>[0]

/** What is found in a change that an agent makes on these files. */
async function found(
  steps: Steps,
  files: Readonly<Record<string, string>> = {},
  largestFileBytes = 5_000_000,
) {
  const world = await agentWorld([rule(steps)], { 'a.txt': 'a\n', ...files })
  const rules = { ...world.ports.rules, largestFileBytes }
  Object.assign(world.ports, { rules })
  const event = await world.run({ baseCommit: world.start })
  if (event.type !== 'AgentFinished') throw new Error(JSON.stringify(event))
  return (event.suspicions ?? []).map(({ kind, detail }) => `${kind}: ${detail}`)
}

describe('TR-10 suspicions in a change', () => {
  it('links that lead out, also through other links; others are free', async () => {
    const lines = [
      'ln -s /etc/passwd absolute',
      'mkdir -p deep/er && ln -s ../../.. deep/er/up',
      'ln -s deep/er/up through',
      'ln -s .git/hooks hooks',
      'ln -s a.txt inside && ln -s ../a.txt deep/inside && ln -s nowhere dangling',
    ]
    expect(await found(lines.map(shell))).toEqual([
      'link-outside: absolute is a link to /etc/passwd, which leads to an absolute path.',
      'link-outside: deep/er/up is a link to ../../.., which leads out of the repository.',
      'link-outside: hooks is a link to .git/hooks, which leads into .git.',
      'link-outside: through is a link to deep/er/up, which leads out of the repository.',
    ])
  })

  it('a link of the base that leads out only since the change', async () => {
    const world = await agentWorld([
      rule([shell('mkdir -p a/b && echo 1 > a/b/f && ln -s a/b to && ln -s to/../../a way')], { call: 1 }),
      rule([shell('rm to && mkdir to && echo 1 > to/f')], { call: 2 }),
    ])
    const first = await world.run({ baseCommit: world.start })
    if (first.type !== 'AgentFinished') throw new Error(first.type)
    expect(first.suspicions).toBeUndefined()
    const commit = asCommitHash(first.commit)
    const id = idOf('20260101-000000/fix/0001/2')
    expect(await world.run({ id, baseCommit: commit, startCommit: commit })).toMatchObject({
      suspicions: [{ kind: 'link-outside', file: 'way' }],
    })
  })

  it('names with control characters, with controls of direction, of devices, and twins by case', async () => {
    const lines = [
      'printf x > "$(printf "col\\033[31mour.txt")"',
      'printf x > "$(printf "new\\nline")"',
      'printf x > "$(printf "a\\342\\200\\256gnp.js")"',
      'mkdir -p src && printf x > src/nul.txt',
      'printf x > A.TXT',
      'printf x > "größe 1.txt"',
    ]
    expect(await found(lines.map(shell))).toEqual([
      'odd-name: A.TXT differs from a.txt only by case.',
      'odd-name: a<U+202E>gnp.js has characters in its name that cannot be seen.',
      'odd-name: col<U+001B>[31mour.txt has characters in its name that cannot be seen.',
      'odd-name: new<U+000A>line has characters in its name that cannot be seen.',
      'odd-name: src/nul.txt is a device name.',
    ])
  })

  it('controls of direction in new lines of text, in any encoding of it', async () => {
    const trojan = 'if (user != "a\u202e \u2066// b\u2069") {'
    const steps = [
      write('new.js', `x\n${trojan}\n`),
      write('old.js', `y\n${trojan}\n`),
      write('zero.js', `/* \0 */\n${trojan}\n`),
      shell(`printf '\\377\\376x\\000\\056\\040' > wide.txt`),
      shell(`printf '\\377\\330\\000\\342\\200\\256' > picture.jpg`),
    ]
    const shown = 'if (user != "a<U+202E> <U+2066>// b<U+2069>") {'
    expect(await found(steps, { 'old.js': `${trojan}\n` })).toEqual([
      `hidden-characters: new.js has characters that change the order of what is shown (line 2: ${shown}).`,
      'hidden-characters: wide.txt has characters that change the order of what is shown (line 1: x<U+202E>).',
      `hidden-characters: zero.js has characters that change the order of what is shown (line 2: ${shown}).`,
    ])
  })

  it('install scripts, native builds and addresses of submodules', async () => {
    const manifest = (scripts: object): string => JSON.stringify({ name: 'x', scripts })
    const steps = [
      write('package.json', manifest({ build: 'tsc -b', prepare: 'husky' })),
      write('lib/package.json', manifest({ postinstall: 'node "steal.js"' })),
      write('lib/binding.gyp', '{}'),
      write('.gitmodules', '[submodule "a"]\n\tpath = a\n\turl = https://evil.example/a.git\n'),
    ]
    const base = {
      'package.json': manifest({ build: 'tsc', prepare: 'husky' }),
      '.gitmodules': '[submodule "a"]\n\tpath = a\n\turl = https://good.example/a.git\n',
    }
    expect(await found(steps, base)).toEqual([
      'submodule-url: .gitmodules has a new address: https://evil.example/a.git.',
      'install-script: lib/binding.gyp has npm compile the package at installation.',
      'install-script: lib/package.json runs at installation: "postinstall": "node \\"steal.js\\"".',
    ])
  })

  it('files over the limit', async () => {
    const steps = [write('large.bin', 'x'.repeat(150_001)), write('small.bin', 'x'.repeat(150_000))]
    expect(await found(steps, {}, 150_000)).toEqual([
      'large-file: large.bin has 0.2 MB; review.largestFileMb is 0.2.',
    ])
  })

  it('moved files are compared with what they were', async () => {
    const text = `${'a line of it\n'.repeat(20)}x\u202ey\n`
    expect(await found([shell('mkdir to && mv old.txt to/new.txt')], { 'old.txt': text })).toEqual([])
  })

  it('the change of all calls counts, not only of the last one', async () => {
    const world = await agentWorld([
      rule([shell('ln -s /etc out')], { call: 1 }),
      rule([write('b.txt', 'b\n')], { call: 2 }),
    ])
    const first = await world.run({ baseCommit: world.start })
    if (first.type !== 'AgentFinished') throw new Error(first.type)
    const second = await world.run({
      id: idOf('20260101-000000/fix/0001/2'),
      baseCommit: world.start,
      startCommit: asCommitHash(first.commit),
    })
    expect(second).toMatchObject({ suspicions: [{ kind: 'link-outside', file: 'out' }] })
  })
})

describe('TR-10 secrets in a change', () => {
  const refusal = async (
    steps: Steps,
    files: Readonly<Record<string, string>> = {},
    fixtures: readonly string[] = [],
  ) => {
    const world = await agentWorld([rule(steps)], { 'a.txt': 'a\n', ...files })
    Object.assign(world.ports, { fixtures })
    const event = await world.run({ baseCommit: world.start })
    expect(world.inLane('rev-list', '--count', `${world.start}..HEAD`)).toBe(
      event.type === 'AgentFinished' ? '1' : '0',
    )
    return event.type === 'AgentFailed' ? event.error.message : event.type
  }
  const token = 'ghp_k7Qm2Xv9Rt4Lb8Zc5Wn3Hd6Js1Pf0Gy7Uq2E'
  const bytes = Buffer.from(secret)

  it.each([
    ['plain', secret],
    ['Base64', bytes.toString('base64')],
    ['Base64 after other text', Buffer.from(`user:${secret}`).toString('base64')],
    ['Base64 for URLs', Buffer.from(`?${secret}`).toString('base64url')],
    ['hex', bytes.toString('hex')],
    ['hex, upper case', bytes.toString('hex').toUpperCase()],
    ['reverse', [...secret].reverse().join('')],
    ['two parts', '"top-sec" +\n  "ret-value"'],
    ['percent encoding', [...bytes].map((byte) => `%${byte.toString(16)}`).join('')],
  ])('in %s is refused, with its line', async (_how, text) => {
    expect(await refusal([write('src/a.js', `// a\nconst a = ${text}\n`)])).toMatch(
      /the value of a secret of this machine into src\/a\.js:2 \(API_TOKEN\)/,
    )
  })

  it('that the base holds already is not the agent’s', async () => {
    expect(await refusal([shell('echo more >> b.txt')], { 'b.txt': `${secret}\n` })).toBe('AgentFinished')
    const encoded = { 'b.txt': `${bytes.toString('hex')}\n` }
    expect(await refusal([shell('echo more >> b.txt')], encoded)).toBe('AgentFinished')
    expect(await refusal([shell('cat b.txt b.txt > c && mv c b.txt')], encoded)).toMatch(/into b\.txt:2/)
    expect(await refusal([write('c.txt', `${secret}\n`)], { 'b.txt': `${secret}\n` })).toBe('AgentFinished')
  })

  it('far into a large file is refused', async () => {
    const fill = 'yes "nineteen characters" | head -n 1700000 > big.txt'
    expect(await refusal([shell(`${fill}; echo '${secret}' >> big.txt`)])).toMatch(
      /into big\.txt:1700001 \(API_TOKEN\)/,
    )
  })

  it('a real token is refused unless its file is a fixture, the base has it, or it is an example', async () => {
    const steps = [write('test/keys/a.js', `x\n"${token}"\n`)]
    const message = await refusal(steps)
    expect(message).toMatch(/a real key or token into test\/keys\/a\.js:2 \(github-token\).*redact\.fixtures/)
    expect(message).not.toContain(token)
    expect(await refusal(steps, {}, ['test/keys'])).toBe('AgentFinished')
    expect(await refusal(steps, {}, ['test/keys/a.js'])).toBe('AgentFinished')
    expect(await refusal(steps, {}, ['test/key'])).toMatch(/a real key or token/)
    expect(await refusal(steps, { 'b.txt': `${token}\n` })).toBe('AgentFinished')
    expect(await refusal([write('a.js', 'AKIAIOSFODNN7EXAMPLE')])).toBe('AgentFinished')
  })

  it('a known secret in a fixture is refused', async () =>
    expect(await refusal([write('fixtures/a.js', secret)], {}, ['fixtures'])).toMatch(
      /secret of this machine/,
    ))
})

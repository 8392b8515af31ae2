/** Validators that see the product: they start it in a copy of the lane, log in, write, and quote what it answered. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { harness } from './support/harness-here.ts'
import { missionRepo, works } from './support/mission-repo.ts'
import { commit, git, type Rule, write } from './support/sample-repo.ts'
import { canConfine } from './support/sandbox.ts'

const product = `import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
const notes = () => JSON.parse(readFileSync('data/notes.json', 'utf8'))
createServer(async (request, response) => {
  const say = (status, value, headers = {}) => response.writeHead(status, headers).end(JSON.stringify(value))
  const body = (await request.toArray()).join('')
  if (request.url === '/login')
    return body === 'ada:secret' ? say(200, 'welcome', { 'set-cookie': 'user=ada' }) : say(401, 'who?')
  if (request.headers.cookie !== 'user=ada') return say(403, 'log in')
  if (request.method === 'POST') writeFileSync('data/notes.json', JSON.stringify([...notes(), body]))
  say(request.method === 'POST' ? 201 : 200, notes())
}).listen(process.env.PORT, '127.0.0.1')
`

/** Waits for the product, logs in, and writes. */
const visit = `const at = 'http://127.0.0.1:' + process.env.HARNESS_LANE_PORT
const ask = async (path, options) => {
  for (;;) {
    const answer = await fetch(at + path, options).catch(() => null)
    if (answer !== null) return answer
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
const tell = async (what, answer) => console.log(what, answer.status, await answer.text())
await tell('unknown user:', await ask('/notes'))
const login = await ask('/login', { method: 'POST', body: 'ada:secret' })
await tell('log-in:', login)
const headers = { cookie: login.headers.get('set-cookie') }
await tell('before:', await ask('/notes', { headers }))
await tell('stored:', await ask('/notes', { method: 'POST', body: 'milk', headers }))
await tell('after:', await ask('/notes', { headers }))
`

const uses = 'PORT=$HARNESS_LANE_PORT node server.mjs & node visit.mjs; kill $!; git diff --stat'

const looks = (role: string): Rule => ({
  role,
  do: [{ write: { path: 'visit.mjs', text: visit } }, { run: uses }],
  json: {
    claims: [
      {
        id: 'VAL-F001-001',
        status: 'PASS',
        evidence:
          '`node visit.mjs` prints "before: 200 []", "stored: 201 [\\"milk\\"]" and "unknown user: 403"',
      },
    ],
    issues: [],
    ambiguity: null,
  },
})

const builds = works('F-001', { do: [{ write: { path: 'server.mjs', text: product } }] })

describe.each([
  ['confined', 'required', canConfine],
  ['unconfined', 'off', true],
] as const)('MI-23 %s', (_how, sandbox, isPossible) => {
  it.skipIf(!isPossible)(
    'a validator and a crosscheck start the product, log in and write; what they wrote counts for nothing',
    async () => {
      const { root, options, read, events } = missionRepo(
        [builds, looks('validator'), looks('crosscheck')],
        { crosscheck: { enabled: true }, models: { crosscheck: 'another' } },
        [{ id: 'F-001' }],
        {
          sandbox,
          devServer: {
            command: 'PORT=$HARNESS_LANE_PORT node server.mjs',
            url: 'http://127.0.0.1:$HARNESS_LANE_PORT',
          },
        },
      )
      write(root, { 'data/notes.json': '[]\n' })
      commit(root, 'Keep notes')
      const { code, stdout, stderr } = await harness(root, ['mission'], options)
      expect(code, stdout + stderr).toBe(0)

      const answers = events().filter(
        ({ type, role }) => type === 'AgentFinished' && (role === 'validator' || role === 'crosscheck'),
      )
      expect(answers).toMatchObject([
        { role: 'validator', violation: null, changedFiles: [] },
        { role: 'crosscheck', violation: null, changedFiles: [] },
      ])
      expect(events().filter(({ type }) => type === 'ContractBroken')).toEqual([])
      // Each found the product as it is at the commit, and not as the other had left it.
      expect(read('.harness/validation-contract.md')).toContain('before: 200 []')
      expect(read('data/notes.json')).toBe('[]\n')
      expect(existsSync(join(root, 'visit.mjs'))).toBe(false)
      expect(git(root, 'ls-tree', '--name-only', '-r', 'main')).not.toContain('visit.mjs')
      expect(git(root, 'show', 'main:data/notes.json')).toBe('[]')
      expect(git(root, 'status', '--porcelain', '--', ':!.harness')).toBe('')
      const lane = events().filter(({ notes }) => String(notes).includes('set-aside'))
      expect(lane).toEqual([])

      const told = (await harness(root, ['show', 'mission', 'validate/F-001/1'], options)).stdout
      expect(told).toContain('`PORT=$HARNESS_LANE_PORT node server.mjs` starts it')
      expect(told).toContain('It is thrown away after your turn, and nothing of it counts.')
      expect(told).toMatch(/CHANGE=git diff [0-9a-f]{12}/)
    },
  )
})

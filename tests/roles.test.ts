/**
 * docs/roles.md says what every role is told. The runs behind it take a minute, so `npm run roles` writes the page and
 * `npm run soak` compares it with new runs; each run of the suite holds its role texts and forms against the product.
 * Tests that have such a run anyway compare what its agents were told with the page, too (`shownWrongly`).
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { autopilotIdentity } from '@harness/core/playbooks/autopilot/identity'
import { deliveryIdentity } from '@harness/core/playbooks/delivery/identity'
import { fidelityIdentity } from '@harness/core/playbooks/fidelity/identity'
import { handbookIdentity } from '@harness/core/playbooks/handbook/identity'
import { generationIdentity } from '@harness/core/playbooks/handbook-generation/identity'
import { missionIdentity } from '@harness/core/playbooks/mission/state/identity'
import { planningIdentity } from '@harness/core/playbooks/planning/identity'
import { siteReverseIdentity } from '@harness/core/playbooks/site-reverse/identity'
import { specIdentity } from '@harness/core/playbooks/spec/identity'
import { workflowIdentity } from '@harness/core/playbooks/workflow/identity'
import { answerForm } from '@harness/formats/answers/answer-form'
import { autopilotContracts } from '@harness/formats/answers/autopilot/contracts'
import { contractNamed } from '@harness/formats/answers/contract'
import { deliveryContracts } from '@harness/formats/answers/delivery/contracts'
import { fidelityContracts } from '@harness/formats/answers/fidelity/contracts'
import { handbookContracts } from '@harness/formats/answers/handbook/contracts'
import { generationContracts } from '@harness/formats/answers/handbook-generation/contracts'
import { missionContracts } from '@harness/formats/answers/mission/contracts'
import { planningContracts } from '@harness/formats/answers/planning/contracts'
import { siteReverseContracts } from '@harness/formats/answers/site-reverse/contracts'
import { specContracts } from '@harness/formats/answers/spec/contracts'
import { testRulings } from '@harness/formats/answers/test-rulings'
import { workflowContracts } from '@harness/formats/answers/workflow/contracts'
import { describeWithBrowser } from '@harness/shell/test-support/browser'
import { fakeGithub } from '@harness/shell/test-support/fake-github'
import { ownPorts } from '@harness/shell/test-support/own-ports'
import { describe, expect, onTestFinished, test } from 'vitest'
import { onePhaseAutopilot } from './support/autopilot-role-runs.ts'
import { harness } from './support/harness.ts'
import { repoWithJudge } from './support/judged-repo.ts'
import { missionRepo, validates, works } from './support/mission-repo.ts'
import { envelopesOf, page, type RecordedRuns, rolePage, shownOf, stableText } from './support/role-page.ts'
import { commit, git, newRepo, script, temporaryFolder, write } from './support/sample-repo.ts'
import {
  deepSpec,
  multiWorkflow,
  quickSpec,
  singleWorkflow,
  standardWorkflow,
} from './support/workflow-role-runs.ts'

/** A spec also sends the scanner of a workflow. */
const specOnly = { ...specIdentity, roles: specIdentity.roles.filter(({ role }) => role.startsWith('spec/')) }
const playbooks = [
  deliveryIdentity,
  handbookIdentity,
  generationIdentity,
  missionIdentity,
  workflowIdentity,
  specOnly,
  autopilotIdentity,
  planningIdentity,
  fidelityIdentity,
  siteReverseIdentity,
]
const contracts = [
  ...deliveryContracts,
  ...handbookContracts,
  ...generationContracts,
  ...missionContracts,
  ...workflowContracts,
  ...specContracts,
  ...autopilotContracts,
  ...planningContracts,
  ...fidelityContracts,
  ...siteReverseContracts,
  testRulings,
]
const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

const asked = process.env.HARNESS_ROLES
if (asked !== undefined || process.env.HARNESS_SOAK !== undefined)
  describeWithBrowser('the runs behind docs/roles.md', () => {
    test('AG-18 every role’s envelope is the one that the page shows', { timeout: 1_800_000 }, async () => {
      const runs = [
        await mission(),
        await failingMission(),
        await generation(),
        await delivery(),
        await handbook(),
        await singleWorkflow(),
        await multiWorkflow(),
        await standardWorkflow(),
        await quickSpec(),
        await deepSpec(),
        await onePhaseAutopilot(),
        await judged(),
        await planned(),
        await audited(),
        await siteRead(),
      ]
      const envelopes = new Map(runs.toReversed().flatMap((run) => [...envelopesOf(run)]))
      const now = rolePage(playbooks, envelopes)
      expect(now).not.toContain('(no run has it)')
      if (asked === 'write') writeFileSync(page, now)
      else expect(readFileSync(page, 'utf8')).toBe(now)
    })
  })

describe('docs/roles.md', () => {
  test('AG-18 shows an envelope for each text of a role: npm run roles', () => {
    const files = readdirSync(at('roles'), { recursive: true }).map(String)
    const roles = files.filter((file) => file.endsWith('.md')).map((file) => file.slice(0, -'.md'.length))
    expect(roles.filter((role) => !shownOf(role).startsWith(`# Role: ${role}\n`))).toEqual([])
  })

  test.each(playbooks.flatMap(({ roles }) => roles))(
    'AG-18 has the $role as it is: npm run roles',
    (known) => {
      const shown = shownOf(known.role)
      expect(shown).toContain(stableText(readFileSync(at(`roles/${known.role}.md`), 'utf8')).trimEnd())
      const contract = contractNamed(known.contract, contracts)
      expect(contract === undefined ? '' : shown).toContain(
        stableText(answerForm(contract ?? never(), false)),
      )
    },
  )
})

const never = (): never => {
  throw new Error('no such contract')
}

/** A repository with the files of an example, and these beside or instead of them. */
function example(
  name: string,
  files: Readonly<Record<string, string>>,
  without: readonly string[] = [],
): string {
  const root = newRepo()
  cpSync(at(`examples/${name}`), root, { recursive: true })
  for (const path of without) rmSync(join(root, path))
  write(root, files)
  commit(root, 'Begin')
  return root
}

const configOf = (name: string): Readonly<Record<string, unknown>> => ({
  ...JSON.parse(readFileSync(at(`examples/${name}/harness.config.json`), 'utf8')),
  lanes: { portBase: ownPorts },
  sandbox: 'off',
})

const server = `
import { createServer } from 'node:http'

createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' })
  response.end('<!doctype html><title>Receipt</title><h1>Receipt</h1>')
}).listen(Number(process.env.HARNESS_LANE_PORT), '127.0.0.1')
`

/** Plan 0002 of the receipt: a finding, a fix, pictures, a pull request. */
async function delivery(): Promise<RecordedRuns> {
  const bare = join(temporaryFolder(), 'name.git')
  const { repository, apiUrl, token, close } = await fakeGithub(bare)
  onTestFinished(close)
  const others = `
  - {role: ui-reviewer, json: {findings: [], verdict: no findings}}
  - {role: pr-writer, json: {summary: Receipts have a total with tax., risks: None.}}
  - {role: merge-checker, json: {findings: [], ready: true}}
`
  const root = example('receipt', {
    'server.mjs': server,
    'harness.script.yaml': readFileSync(at('examples/receipt/harness.script.yaml'), 'utf8') + others,
    'harness.config.json': JSON.stringify({
      ...configOf('receipt'),
      devServer: { command: 'node server.mjs', url: 'http://localhost:$HARNESS_LANE_PORT' },
      forge: { kind: 'github', repository, apiUrl, ciGraceSec: 0 },
    }),
  })
  git(root, 'clone', '--quiet', '--bare', root, bare)
  git(root, 'remote', 'add', 'origin', bare)
  await ends(root, ['run', '0002'], 0, { GITHUB_TOKEN: token })
  return { root, subject: '0002' }
}

/** A delivery that takes a test away, after one that says how many the base executes. */
async function judged(): Promise<RecordedRuns> {
  const root = await repoWithJudge('\nThe feature c goes: delete its tests too.\n', {
    role: 'test-judge',
    json: { rulings: [{ check: 'test', justified: true, quote: 'delete its tests too', why: 'It goes.' }] },
  })
  await ends(root, ['run', '0002'], 0)
  return { root, subject: '0002' }
}

/** The auditor cannot log in: what it is told is recorded all the same. */
async function audited(): Promise<RecordedRuns> {
  const root = example('receipt', {
    'docs/main.md': '# Receipts\n\nA receipt can be archived.\n',
    'harness.config.json': JSON.stringify({
      ...configOf('receipt'),
      agent: { provider: 'scripted', script: 'script.json' },
    }),
    'script.json': script({ role: 'auditor', fail: 'auth' }),
  })
  await ends(root, ['fidelity', 'docs/main.md'], 1)
  return { root, subject: 'fidelity' }
}

/** The planner cannot log in: what it is told is recorded all the same. */
async function planned(): Promise<RecordedRuns> {
  const root = example('receipt', {
    'docs/main.md': '# Receipts\n\nA receipt can be archived.\n',
    'docs/main.acceptance.md':
      '## Release criteria\n\n- [ ] **tag: `receipt/archive`** — "A receipt can be archived."\n',
    'harness.config.json': JSON.stringify({
      ...configOf('receipt'),
      agent: { provider: 'scripted', script: 'script.json' },
    }),
    'script.json': script({ role: 'planner', fail: 'auth' }),
  })
  await ends(root, ['plan', 'docs/main.md'], 1)
  return { root, subject: 'planning' }
}

/** The analyst cannot log in, either. */
async function siteRead(): Promise<RecordedRuns> {
  const site = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<!doctype html><title>Receipts</title><h1>Receipts</h1><a href="/">Start</a>')
  })
  onTestFinished(() => void site.close())
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const root = example('receipt', {
    'harness.config.json': JSON.stringify({
      ...configOf('receipt'),
      agent: { provider: 'scripted', script: 'script.json' },
    }),
    'script.json': script({ role: 'site-analyst', fail: 'auth' }),
  })
  const { port } = site.address() as AddressInfo
  await ends(root, ['site-reverse', `http://localhost:${port}`, '--name', 'receipts'], 1)
  return { root, subject: 'site-reverse' }
}

async function handbook(): Promise<RecordedRuns> {
  const root = example('ferry', { 'harness.config.json': JSON.stringify(configOf('ferry')) })
  await ends(root, ['handbook'], 0)
  return { root, subject: 'handbook' }
}

/** The planner cannot log in: what it is told is recorded all the same. */
async function generation(): Promise<RecordedRuns> {
  const files = {
    'harness.config.json': JSON.stringify({
      ...configOf('ferry'),
      agent: { provider: 'scripted', script: 'script.json' },
    }),
    'script.json': script({ role: 'handbook-planner', fail: 'auth' }),
  }
  const root = example('ferry', files, [
    'IMPECCABLE_HANDBOOK.md',
    '.impeccable-skeleton.json',
    'harness.script.yaml',
  ])
  await ends(root, ['handbook', 'generate'], 1)
  return { root, subject: 'handbook-generation' }
}

const one = [{ id: 'F-001' }]
const looks = (role: string) => ({ ...validates('F-001'), role })

/** One feature that passes everything; a small product, so that its calls have one order. */
async function mission(): Promise<RecordedRuns> {
  const chooses = { role: 'orchestrator', json: { decision: 'DONE', subject: null, reason: 'It is done.' } }
  const uiQa = { enabled: true }
  const { root, options } = missionRepo(
    [looks('crosscheck'), looks('ui-qa'), chooses],
    {
      planReviewer: { enabled: true },
      crosscheck: { enabled: true },
      uiQa,
      orchestrator: 'agent',
      models: { crosscheck: 'another' },
    },
    one,
    { devServer: { command: 'node server.mjs', url: 'http://localhost:$HARNESS_LANE_PORT' } },
  )
  write(root, { 'server.mjs': server })
  commit(root, 'Serve a page')
  await ends(root, ['mission'], 0, options.env)
  return { root, subject: 'mission' }
}

/** Its only feature fails until a person is asked: the debugger and the architect look at it. */
async function failingMission(): Promise<RecordedRuns> {
  const asks = { decision: 'None.', reason: 'It is the check.', claim: null, question: 'Is the check right?' }
  const { root, options } = missionRepo(
    [
      { role: 'debugger', reply: 'It is the check.' },
      { role: 'architect', json: asks },
      works('F-001', { do: [] }),
    ],
    { maxAttempts: 1 },
    one,
    { checks: [{ name: 'readme', run: 'test -f missing.md' }] },
  )
  await ends(root, ['mission'], 3, options.env)
  return { root, subject: 'mission' }
}

async function ends(
  root: string,
  args: readonly string[],
  code: number,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const ended = await harness(root, args, { env })
  expect(ended.code, `${ended.stdout}\n${ended.stderr}`).toBe(code)
}

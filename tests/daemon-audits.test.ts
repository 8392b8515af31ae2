/** What a daemon does after merges: it audits the product every N merges, and holds it against its release criteria. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { daemonRepo, startDaemon, stateFile, statusWhen } from './support/daemon-repo.ts'
import { harness } from './support/harness-here.ts'
import { missionRepo, twoFeatures } from './support/mission-repo.ts'
import { commit, git, type Rule, write } from './support/sample-repo.ts'

const spec = 'docs/product-specs/main.md'
const audit = (unmet: boolean): Rule => ({
  role: 'auditor',
  json: {
    risk_score: 10,
    requirements: [
      unmet
        ? { requirement: 'It pays.', status: 'unmet', plan_id: null, notes: 'no code pays' }
        : { requirement: 'It greets.', status: 'met', plan_id: null, notes: 'hello.txt' },
    ],
    drift: [],
    risks: [],
    recommended_actions: [],
  },
})
// biome-ignore lint/suspicious/noExplicitAny: what a program printed is looked into freely.
const eventsIn = ({ history }: any): readonly string[] => history.map(({ event }: any) => event)

describe('DL-17 a daemon that audits after merges', () => {
  test('DL-17 pauses with fidelity_blocked, and goes on once a person accepted the report and resumed it', async () => {
    const chain = ['0001', '0002', '0003', '0004', '0005', '0006']
    const root = daemonRepo({
      plans: Object.fromEntries(chain.map((id, at) => [id, chain.slice(Math.max(0, at - 1), at)])),
      config: { fidelity: { specPath: spec, everyNPlans: 2 } },
      rules: [audit(true)],
    })
    write(root, { [spec]: '# A greeting\n\nIt greets and pays.\n' })
    commit(root, 'Say what it is')
    startDaemon(root, '--run')
    const paused = await statusWhen(root, ({ pause }) => pause?.why === 'fidelity')
    expect(paused.pause.reason).toContain('Drift score 53, above 25')
    expect(eventsIn(paused)).toContain('fidelity_blocked')
    // A plan that was under way by then goes to its end.
    expect(git(root, 'show', 'main:docs/exec-plans/active/0006-hello.md')).toMatch(/^status: "?blocked/m)
    expect(git(root, 'show', 'main:docs/exec-plans/active/9999-fidelity-review.md')).toContain(
      '- 0006 Say hello',
    )

    await statusWhen(root, ({ work }) => work.length === 0)
    expect(await harness(root, ['fidelity', '--accept', '-m', 'Paying comes later'])).toMatchObject({
      code: 0,
    })
    expect(await harness(root, ['daemon', 'resume'])).toMatchObject({ code: 0 })
    const done = await statusWhen(root, ({ plans }) => plans?.completed === chain.length)
    expect(done.pause).toBeNull()
    expect(done.runsFired).toBe(chain.length)
    await harness(root, ['daemon', 'stop'])
    const file = stateFile(root)
    expect(file.runsFired).toBe(chain.length)
    const told = eventsIn(file)
    expect(told).toContain('fidelity_blocked')
    expect(told.filter((event) => event === 'plan_completed')).toHaveLength(chain.length)
    expect(told.filter((event) => event === 'merge_observed')).toHaveLength(chain.length)
  })

  test('DL-17 DL-18 an audit that is fine goes on to RELEASE_READY, which pauses it', async () => {
    const root = daemonRepo({
      plans: { '0001': [] },
      config: {
        fidelity: { specPath: spec, everyNPlans: 1 },
        releaseGate: { specPath: spec },
        checks: [
          {
            name: 'greets',
            run: 'test -f done-0001.txt || test ! -d docs/exec-plans/completed',
            claims: ['greeting/hello'],
          },
        ],
      },
      rules: [audit(false)],
    })
    write(root, {
      [spec]: '# A greeting\n',
      'docs/product-specs/main.acceptance.md':
        '## Release criteria\n\n- [ ] **tag: `greeting/hello`** — "It greets."\n',
    })
    const plan = 'docs/exec-plans/active/0001-hello.md'
    write(root, {
      [plan]: git(root, 'show', `HEAD:${plan}`).replace(
        /acceptance_tags: .*/,
        'acceptance_tags: [greeting/hello]',
      ),
    })
    commit(root, 'Say what it is')
    startDaemon(root, '--run')
    const ready = await statusWhen(root, ({ pause }) => pause?.why === 'release-ready')
    expect(ready.pause.reason).toContain('RELEASE_READY')
    expect(eventsIn(ready)).toEqual(expect.arrayContaining(['fidelity_check_ok', 'release_candidate_ready']))
    expect(existsSync(join(root, '.harness/run/RELEASE_READY'))).toBe(true)
    await harness(root, ['daemon', 'stop'])
    expect(eventsIn(stateFile(root))).toEqual(
      expect.arrayContaining(['fidelity_check_ok', 'release_candidate_ready']),
    )
  })

  test('DL-17 an auditor that times out is no fidelity_blocked: it is said, and the plans go on', async () => {
    const root = daemonRepo({
      plans: { '0001': [], '0002': ['0001'] },
      config: { fidelity: { specPath: spec, everyNPlans: 1 } },
      rules: [{ role: 'auditor', fail: 'timeout' }],
    })
    write(root, { [spec]: '# A greeting\n' })
    commit(root, 'Say what it is')
    startDaemon(root, '--run')
    const isSaid = (status: unknown): boolean => eventsIn(status).includes('hook_failed')
    const status = await statusWhen(root, (one) => one.plans?.completed === 2 && isSaid(one))
    expect(status.pause).toBeNull()
    expect(eventsIn(status)).not.toContain('fidelity_blocked')
    expect(existsSync(join(root, 'docs/exec-plans/active/9999-fidelity-review.md'))).toBe(false)
    await harness(root, ['daemon', 'stop'])
  })

  test('DL-17 features that a queued mission merges count like plans', async () => {
    const { root } = missionRepo([audit(false)], {}, twoFeatures, {
      daemon: { tickSec: 0.2 },
      fidelity: { specPath: spec, everyNPlans: 2 },
    })
    write(root, { [spec]: '# A greeting\n', 'hello.txt': 'hello\n' })
    commit(root, 'Say what it is')
    startDaemon(root, '--run')
    await statusWhen(root, ({ plans }) => plans !== null && plans !== undefined)
    await harness(root, ['daemon', 'queue', 'mission'])
    const audited = await statusWhen(root, (status) => eventsIn(status).includes('fidelity_check_ok'))
    expect(eventsIn(audited).filter((event) => event === 'merge_observed').length).toBeGreaterThanOrEqual(2)
    await harness(root, ['daemon', 'stop', '--now'])
  })
})

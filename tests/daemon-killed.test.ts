/**
 * A daemon with real git, real checks and scripted agents that is killed every few seconds and started again, until
 * every plan is merged or blocked with a reason. A few plans in `npm test`, sixty of them in `npm run soak`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { count } from '@harness/formats/test-support/figures'
import { isSoak } from '@harness/formats/test-support/runs'
import { describe, expect, it } from 'vitest'
import { daemonRepo, deliversPlan, startDaemon, stateFile, statusOf } from './support/daemon-repo.ts'
import { harness } from './support/harness-here.ts'
import { livingIn, randomFrom, seed } from './support/killed.ts'
import { checkoutFromLane, git, type Rule } from './support/sample-repo.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const planCount = isSoak ? 60 : 6
const mostKills = isSoak ? 400 : 3
/** After a daemon is ready. */
const [fewestMs, mostMs] = isSoak ? [1_500, 6_000] : [500, 1_500]

const ids = Array.from({ length: planCount }, (_, index) => String(index + 1).padStart(4, '0'))
/** Chains and pairs; every sixth plan waits for the one that gets blocked among those before it. */
const dependsOn = (index: number): readonly string[] =>
  [index % 3 === 0 ? null : index - 1, index % 6 === 5 ? index - 2 : null].flatMap((before) =>
    before === null ? [] : [ids[before] ?? ''],
  )

const doesNothing = (plan: string): Rule => ({ role: 'implementer', match: `# Plan ${plan}`, reply: 'Done.' })
const isLimited = (plan: string): Rule => ({
  role: 'implementer',
  match: `# Plan ${plan}`,
  times: 1,
  fail: 'rate_limit',
  resetsIn: '2s',
})
const isSlow = (plan: string): Rule => ({
  ...deliversPlan(plan),
  do: [{ wait: '1s' }, ...(deliversPlan(plan).do as readonly object[])],
})
/** Of each ten, from the fifth on. */
const blocks = (index: number): boolean => index % 10 === 4

/** In a soak only: its idle limit takes longer than all of the short test. */
const hangsToo = isSoak
const hanging = ids[6] ?? ''
/** The limit is reached between two kills, sooner or later. */
const impatient = {
  provider: 'scripted',
  script: 'script.json',
  roles: { implementer: { idleMinutes: 0.05 } },
}
/** Says nothing until the idle limit ends its call, once. */
const hangs = (plan: string): Rule => ({
  role: 'implementer',
  match: `# Plan ${plan}`,
  times: 1,
  fail: 'hang',
})
/** Those whose plans wait for no other. The second one of a pair begins before the first is merged, and ends after it. */
const pairs: readonly (readonly [first: number, second: number])[] = ids.flatMap((_, index) =>
  index % 12 === 0 && !blocks(index) && !blocks(index + 3) && index + 3 < planCount
    ? [[index, index + 3]]
    : [],
)
const sharedFile = (first: number): string => `shared-${ids[first]}.txt`
const conflicts = (flags: string, [first, second]: (typeof pairs)[number]): readonly Rule[] => {
  const [one = '', two = ''] = [ids[first], ids[second]]
  const writes = (plan: string, ...before: readonly string[]): Rule => {
    const shared = { write: { path: sharedFile(first), text: `${plan}\n` } }
    return {
      ...deliversPlan(plan),
      do: [...before.map((run) => ({ run })), ...(deliversPlan(plan).do as readonly object[]), shared],
    }
  }
  const until = (condition: string): string => `until ${condition}; do sleep 0.1; done`
  return [
    {
      role: 'implementer',
      match: `/# Plan ${two}[\\s\\S]*Conflicts with main to resolve/`,
      do: [{ write: { path: sharedFile(first), text: `${one} and ${two}\n` } }],
      reply: 'Resolved.',
    },
    writes(one, until(`[ -e ${flags}/${two} ]`)),
    writes(
      two,
      `touch ${flags}/${two}`,
      until(`git -C "${checkoutFromLane}" cat-file -e main:done-${one}.txt`),
    ),
  ]
}

const rulesFor = (flags: string): readonly Rule[] => [
  ...(hangsToo ? [hangs(hanging)] : []),
  ...pairs.flatMap((pair) => conflicts(flags, pair)),
  ...ids.flatMap((id, index) => {
    if (blocks(index)) return [doesNothing(id)]
    if (index % 10 === 2) return [isLimited(id)]
    return index % 10 === 1 ? [isSlow(id)] : []
  }),
]

const logsOf = (root: string, plan: string): string => {
  const folder = join(root, '.harness/run/logs')
  const names = readdirSync(folder).filter((name) => name.startsWith(`${plan}-`))
  return names.map((name) => readFileSync(join(folder, name), 'utf8')).join('')
}

interface Shown {
  readonly id: string
  readonly state: string
  readonly reason: string
  readonly next: string
}
interface Status {
  readonly plans: { readonly open: number; readonly completed: number } | null
  readonly behind: { readonly count: number }
  readonly work: readonly Shown[]
}
/** A plan that does not converge is blocked with the choices of a gate. */
const blockedIn = ({ work }: Status): readonly Shown[] =>
  work.filter(({ state }) => state === 'blocked' || state === 'gate')
const isSettled = (status: Status): boolean =>
  status.plans !== null &&
  status.plans.open === blockedIn(status).length + status.behind.count &&
  status.work.length === blockedIn(status).length

describe('DL-24 unattended, and killed again and again', () => {
  it(`DL-24 QA-01 ${planCount} plans end merged once, or blocked with a reason (seed ${seed})`, {
    timeout: 3_600_000,
  }, async () => {
    const root = daemonRepo({
      plans: Object.fromEntries(ids.map((id, index) => [id, dependsOn(index)])),
      daemon: { lanes: 3 },
      ...(hangsToo ? { config: { agent: impatient } } : {}),
      rules: rulesFor(temporaryFolder()),
    })
    const random = randomFrom(seed)
    const began = Date.now()
    let kills = 0
    for (let settled = false; !settled; ) {
      const daemon = startDaemon(root, '--run')
      await daemon.saw('The daemon runs')
      const dies =
        kills < mostKills ? Date.now() + fewestMs + random() * (mostMs - fewestMs) : Number.POSITIVE_INFINITY
      while (!settled && Date.now() < dies) {
        settled = isSettled(await statusOf(root))
        if (!settled) await pause(200)
      }
      if (settled) {
        await harness(root, ['daemon', 'stop'])
        expect((await daemon.ended).code).toBe(0)
      } else {
        daemon.process.kill('SIGKILL')
        await daemon.ended
        expect(stateFile(root).version).toBe(1)
        kills++
      }
    }
    count('kills survived', 'unconfined', kills)
    const status: Status = await statusOf(root)
    const completed = readdirSync(join(root, 'docs/exec-plans/completed')).map((name) => name.slice(0, 4))
    const blocked = blockedIn(status)
    expect(completed.length + blocked.length + status.behind.count).toBe(planCount)
    expect(blocked.map(({ id }) => id).sort()).toEqual(ids.filter((_, index) => blocks(index)))
    for (const { reason, next } of blocked) expect([reason, next].every((text) => text !== '')).toBe(true)

    const subjects = git(root, 'log', '--reverse', '--format=%s', 'main').split('\n')
    const merged = subjects.flatMap((line) => /^Merge plan (\d{4})/.exec(line)?.[1] ?? [])
    expect([...merged].sort()).toEqual([...completed].sort())
    for (const id of merged)
      for (const before of dependsOn(ids.indexOf(id)))
        expect(merged.indexOf(before)).toBeLessThan(merged.indexOf(id))
    expect(subjects.filter((line) => line.startsWith('chore: complete plan'))).toHaveLength(completed.length)
    for (const id of completed) expect(git(root, 'show', `main:done-${id}.txt`)).toBe(id)
    for (const [first, second] of pairs)
      expect(git(root, 'show', `main:${sharedFile(first)}`)).toBe(`${ids[first]} and ${ids[second]}`)
    if (hangsToo) expect(logsOf(root, hanging)).toMatch(/AgentFailed .*timeout/)
    expect(git(root, 'status', '--porcelain')).toBe('')
    expect(git(root, 'branch', '--format=%(refname:short)')).toContain('main')
    expect(livingIn(root)).toEqual([])
    if (isSoak)
      process.stdout.write(
        `Daemon, killed: ${planCount} plans, ${completed.length} merged, ${blocked.length} blocked, ${status.behind.count} behind them; ${kills} kills in ${Math.round((Date.now() - began) / 1000)} s.\n`,
      )
  })
})

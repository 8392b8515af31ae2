import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { nextEligible } from '@harness/core/work/plan-graph'
import { describe, expect, it } from 'vitest'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { knownPlans, type PlanFolders, repositoryPlans } from './plan-folder.ts'

const idOf = (n: number): string => String(n).padStart(4, '0')
const planText = (n: number, status = 'active', dependsOn: readonly number[] = []): string =>
  `---\nid: "${idOf(n)}"\ntitle: Plan ${n}\nphase: one\nstatus: ${status}\ndepends_on: [${dependsOn.map((d) => `"${idOf(d)}"`).join(', ')}]\nestimated_passes: 1\nacceptance_tags: []\n---\n# ${idOf(n)} Plan\n`

async function folders(count = 0): Promise<PlanFolders & { write(path: string, text: string): void }> {
  const repoRoot = await temporaryDir()
  for (const folder of ['active', 'completed', '.git']) mkdirSync(join(repoRoot, folder))
  writeFileSync(join(repoRoot, '.git/HEAD'), 'ref: refs/heads/main\n')
  const write = (path: string, text: string): void => writeFileSync(join(repoRoot, path), text)
  for (let n = 1; n <= count; n++) write(`active/${idOf(n)}-plan.md`, planText(n))
  return {
    repoRoot,
    stateDir: join(repoRoot, '.harness/run'),
    planDir: 'active',
    completedDir: 'completed',
    baseBranch: 'main',
    write,
  }
}

/** As if all of it had happened long ago. */
function age(it: PlanFolders): void {
  const index = join(it.stateDir, 'plan-index.json')
  const later = new Date(Date.now() + 60_000)
  utimesSync(index, later, later)
}

const indexOf = (it: PlanFolders): string => readFileSync(join(it.stateDir, 'plan-index.json'), 'utf8')

describe('the plans of a repository', () => {
  it('DL-02 come from both folders, with the next one found', async () => {
    const it = await folders()
    it.write('completed/0001-first.md', planText(1, 'completed'))
    it.write('active/0002-second.md', planText(2, 'active', [1]))
    it.write('active/0003-third.md', planText(3, 'active', [2]))
    it.write('active/README.md', 'About plans')
    const graph = await repositoryPlans(it)
    expect([...graph.plans.values()].map(({ id, path, place }) => ({ id, path, place }))).toEqual([
      { id: '0002', path: 'active/0002-second.md', place: 'active' },
      { id: '0003', path: 'active/0003-third.md', place: 'active' },
      { id: '0001', path: 'completed/0001-first.md', place: 'completed' },
    ])
    expect(nextEligible(graph)?.id).toBe('0002')
    expect(existsSync(it.stateDir)).toBe(false)
  })

  it('DL-02 a folder that is not there holds no plans', async () => {
    const it = { ...(await folders()), planDir: 'nowhere' }
    expect((await repositoryPlans(it)).plans.size).toBe(0)
  })

  it('DL-42 what is wrong with any of them is said by name, and blocks no other plan', async () => {
    const it = await folders()
    it.write('active/0001-a.md', planText(1, 'active', [2]))
    it.write('active/0002-b.md', planText(2, 'active', [1]))
    it.write('active/0003-c.md', planText(3, 'active', [9]))
    it.write('active/4-d.md', planText(4))
    it.write('active/0005-e.md', planText(5).replace('phase: one', 'phaze: one'))
    it.write('active/0006-f.md', planText(6))
    const graph = await repositoryPlans(it)
    expect(nextEligible(graph)?.id).toBe('0006')
    expect([...graph.blocked.keys()].sort()).toEqual(['0001', '0002', '0003', '0004', '0005'])
    const why = [...graph.blocked.values()].map((plan) => plan.why).join('\n')
    for (const named of [
      'active/4-d.md',
      'active/0005-e.md',
      'phaze',
      'cycle: 0001 → 0002',
      'active/0003-c.md',
    ])
      expect(why).toContain(named)
  })

  it('QA-04 a link is no plan, wherever it leads', async () => {
    const it = await folders()
    const outside = join(await temporaryDir(), '0001-secret.md')
    writeFileSync(outside, planText(1))
    symlinkSync(outside, join(it.repoRoot, 'active/0001-secret.md'))
    expect((await repositoryPlans(it)).plans.size).toBe(0)
  })
})

describe('the index', () => {
  it('DL-02 changes nothing about the answer, and hides itself from git', async () => {
    const it = await folders(120)
    const cold = await knownPlans(it)
    expect(readFileSync(join(it.stateDir, '.gitignore'), 'utf8')).toBe('*\n')
    age(it)
    const before = statSync(join(it.stateDir, 'plan-index.json')).mtimeMs
    expect(await knownPlans(it)).toEqual(cold)
    expect(statSync(join(it.stateDir, 'plan-index.json')).mtimeMs).toBe(before)
  })

  it('spares reading files that have not changed', async () => {
    const it = await folders(120)
    await knownPlans(it)
    writeFileSync(join(it.stateDir, 'plan-index.json'), indexOf(it).replace('"Plan 7"', '"From the index"'))
    age(it)
    expect((await knownPlans(it)).graph.plans.get('0007')?.title).toBe('From the index')
  })

  it('DL-02 is not believed about a file written in the same moment', async () => {
    const it = await folders(120)
    await knownPlans(it)
    writeFileSync(join(it.stateDir, 'plan-index.json'), indexOf(it).replace('"Plan 7"', '"As it was"'))
    expect((await knownPlans(it)).graph.plans.get('0007')?.title).toBe('Plan 7')
  })

  it.each([
    [
      'edited',
      (it: PlanFolders) => writeFileSync(join(it.repoRoot, 'active/0007-plan.md'), planText(7, 'blocked')),
    ],
    [
      'edited to the same size within the same moment',
      (it: PlanFolders) => {
        const path = join(it.repoRoot, 'active/0007-plan.md')
        const { atimeMs, mtimeMs } = statSync(path)
        writeFileSync(path, planText(7, 'active').replace('Plan 7', 'Plan X'))
        utimesSync(path, atimeMs / 1000, mtimeMs / 1000)
      },
    ],
    ['removed', (it: PlanFolders) => rmSync(join(it.repoRoot, 'active/0007-plan.md'))],
    ['added', (it: PlanFolders) => writeFileSync(join(it.repoRoot, 'active/0500-plan.md'), planText(500))],
    [
      'moved to the completed ones',
      (it: PlanFolders) => {
        rmSync(join(it.repoRoot, 'active/0007-plan.md'))
        writeFileSync(join(it.repoRoot, 'completed/0007-plan.md'), planText(7, 'completed'))
      },
    ],
    ['broken', (it: PlanFolders) => writeFileSync(join(it.repoRoot, 'active/0007-plan.md'), 'no header')],
  ])('DL-02 notices a plan that was %s', async (_, change) => {
    const it = await folders(120)
    await knownPlans(it)
    age(it)
    const before = await knownPlans(it)
    change(it)
    const warm = await knownPlans(it)
    expect(warm).not.toEqual(before)
    rmSync(join(it.stateDir, 'plan-index.json'))
    expect(warm).toEqual(await knownPlans(it))
  })

  it('spares building the graph again as long as no file has changed', async () => {
    const it = await folders(120)
    await knownPlans(it)
    age(it)
    const { graph } = await knownPlans(it)
    expect((await knownPlans(it)).graph.plans).toBe(graph.plans)
  })

  it('DL-02 does not say of a file where it was looked for before', async () => {
    const it = await folders(120)
    await knownPlans(it)
    age(it)
    await knownPlans(it)
    const { graph } = await knownPlans({ ...it, planDir: 'completed', completedDir: 'active' })
    expect(graph.plans.get('0007')?.place).toBe('completed')
  })

  it.each(['', '{', '{"version":3}', '{"version":3,"rows":[null]}', '{"version":1,"rows":[]}'])(
    'damaged (%j) it is made again',
    async (text) => {
      const it = await folders(120)
      const cold = await knownPlans(it)
      writeFileSync(join(it.stateDir, 'plan-index.json'), text)
      age(it)
      expect(await knownPlans(it)).toEqual(cold)
      expect(indexOf(it)).toContain('0007-plan.md')
    },
  )

  it('where it cannot be written the plans are known all the same', async () => {
    const it = await folders(120)
    writeFileSync(join(it.repoRoot, '.harness'), 'a file in the way')
    expect((await knownPlans(it)).graph.plans.size).toBe(120)
  })
})

describe('DL-42 a plan file that cannot be read', () => {
  it.skipIf(process.getuid?.() === 0)('blocks itself and its dependants', async () => {
    const it = await folders(1)
    it.write('active/0002-b.md', planText(2))
    it.write('active/0003-c.md', planText(3, 'active', [2]))
    chmodSync(join(it.repoRoot, 'active/0002-b.md'), 0)
    const graph = await repositoryPlans(it)
    expect(nextEligible(graph)?.id).toBe('0001')
    expect(graph.blocked.get('0002')?.why).toContain('EACCES')
    expect(graph.blocked.get('0003')).toMatchObject({ by: ['0002'] })
  })
})

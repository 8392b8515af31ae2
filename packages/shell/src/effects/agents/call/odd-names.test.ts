/** Names of files are bytes: what is no UTF-8 is work like any other, in commits, in patches and beside them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asCommitHash } from '@harness/core/kernel/ids'
import { describe, expect, it } from 'vitest'
import { agentWorld, rule, secret, shell, write } from '../../../test-support/agent-world.ts'
import { idOf, openLaneCommand } from '../../../test-support/target-repo.ts'
import { requireLane } from '../../lanes/lane-record.ts'
import { putBack } from '../../lanes/put-back.ts'

const bytes = (path: string): Buffer => Buffer.from(path, 'latin1')
const odd = 'caf\xe9.txt'
/** The same in a line of a shell. */
const oddName = `"$(printf 'caf\\351.txt')"`
/** The same as people and events are told of it. */
const shown = 'caf\uFFFD.txt'

/** The first agent leaves an odd file; the second does what the lines say. */
async function world(...lines: readonly string[]) {
  const made = await agentWorld(
    [
      rule([write('b.txt', 'b\n'), shell(`printf old > ${oddName}`)], { times: 1 }),
      rule(lines.map(shell), { times: 1 }),
    ],
    { 'a.txt': 'a\n', '.gitignore': '*.log\n' },
  )
  const record = await requireLane(made.repo.stateDir, openLaneCommand().lane)
  const second = async () => {
    await made.run()
    const startCommit = asCommitHash(made.inLane('rev-parse', 'HEAD'))
    return made.run({ startCommit, id: idOf('20260101-000000/implement/0001/2') })
  }
  return { ...made, record, second }
}

describe.runIf(process.platform === 'linux')('QA-05 a name that is not UTF-8', () => {
  it('is committed where an agent makes such a file', async () => {
    const { run, inLane } = await world()
    expect(await run()).toMatchObject({ type: 'AgentFinished', changedFiles: ['b.txt', shown] })
    expect(inLane('show', '--format=', '--name-status', 'HEAD')).toBe('A\tb.txt\nA\t"caf\\351.txt"')
    expect(inLane('status', '--porcelain')).toBe('')
  })

  it.each([
    ['changes', `printf new > ${oddName}`, 'M'],
    ['removes', `rm ${oddName}`, 'D'],
    ['hides', `printf new > ${oddName}; git update-index --assume-unchanged ${oddName}`, 'M'],
  ])('is no "changed nothing" where an agent only %s such a file', async (_, line, change) => {
    const { second, inLane } = await world(line)
    expect(await second()).toMatchObject({ type: 'AgentFinished', changedFiles: [shown] })
    expect(inLane('show', '--format=', '--name-status', 'HEAD')).toBe(`${change}\t"caf\\351.txt"`)
  })

  it('QA-07 hides no secret in what such a file holds', async () => {
    const { second } = await world(`printf %s ${secret} > ${oddName}`)
    expect(await second()).toMatchObject({
      type: 'AgentFailed',
      error: { message: expect.stringContaining(`a secret of this machine into ${shown}`) },
    })
  })

  it('is kept in the patch before the lane is put back', async () => {
    const { repo, lane, record, ports, start } = await world()
    mkdirSync(join(lane, 'in'))
    for (const place of [odd, `in/${odd}`]) writeFileSync(bytes(`${lane}/${place}`), `${place.length}`)
    const { patch, files } = await putBack(record, start, ports, 'x')
    expect(files).toHaveLength(2)
    expect(readdirSync(lane).sort()).toEqual(['.git', '.gitignore', 'a.txt'])
    repo.gitIn(lane, 'apply', patch!)
    for (const place of [odd, `in/${odd}`])
      expect(readFileSync(bytes(`${lane}/${place}`), 'utf8')).toBe(`${place.length}`)
  })

  it('of a folder with a repository in it is refused by name, and nothing is removed', async () => {
    const { repo, lane, record, ports, start } = await world()
    repo.ownGit(lane, 'init', '-q', 'nest')
    writeFileSync(join(lane, 'nest/work.txt'), 'work\n')
    renameSync(join(lane, 'nest'), bytes(`${lane}/n\xe9st`))
    await expect(putBack(record, start, ports, 'x')).rejects.toMatchObject({
      code: 'lane-changed',
      message: expect.stringContaining('n\uFFFDst'),
    })
    expect(existsSync(bytes(`${lane}/n\xe9st/work.txt`))).toBe(true)
  })
})

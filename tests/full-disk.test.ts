/** Wherever the disk of the state directory is full, a command says so, and goes on when there is space again. */
import { ownPorts } from '@harness/shell/test-support/own-ports'
import { expect, test } from 'vitest'
import { approves, config, delivers, git, sampleRepo, script } from './support/sample-repo.ts'
import { canMount, onSmallDisk } from './support/small-disk.ts'

/** Kilobytes that are free: where the command gets to before it finds the disk full. */
const amounts = [0, 4, 12, 20, 32]

const tellsFullDisk = /^1 .*No space left to write .*space/

test.skipIf(!canMount)(
  'QA-02 a run that begins on a full disk says so at whatever point it is, and is delivered afterwards',
  () => {
    const root = sampleRepo()
    const [last, ...ends] = onSmallDisk(
      root,
      `${amounts.map((free) => `leave ${free}; harness run 0001; rm .harness/run/fill`).join('\n')}\nharness run 0001`,
    ).toReversed()
    expect(ends).toHaveLength(amounts.length)
    for (const end of ends) expect(end).toMatch(tellsFullDisk)
    expect(last).toMatch(/^0 /)
    expect(git(root, 'log', '--merges', '--format=%s', 'main')).toBe('Merge plan 0001: Say hello')
  },
)

test.skipIf(!canMount)('QA-02 so does a run that is granted or resumed on a full disk', () => {
  const root = sampleRepo({
    'script.json': script({ role: 'implementer', times: 2, reply: 'Nothing to do.' }, delivers, approves),
  })
  const [first, ...ends] = onSmallDisk(
    root,
    `harness run
leave 0; harness grant 0001
leave 4; harness grant 0001
leave 0; harness resume
leave 12; harness resume
rm .harness/run/fill; harness resume`,
  )
  expect(first).toMatch(/^3 /)
  for (const end of ends.slice(0, -1)) expect(end).toMatch(tellsFullDisk)
  expect(ends.at(-1)).toMatch(/^0 /)
  expect(git(root, 'log', '--merges', '--format=%s', 'main')).toBe('Merge plan 0001: Say hello')
})

/** Installs one megabyte, as a confined set-up: a template is made of it. */
const installs = {
  '.gitignore': 'deps/\n',
  'harness.config.json': config({
    sandbox: 'auto',
    checks: [{ name: 'installed', run: 'test -s deps/big && grep -q hello hello.txt' }],
    lanes: { setup: ['mkdir -p deps && head -c 1000000 /dev/zero > deps/big'], portBase: ownPorts },
  }),
}

test.skipIf(!canMount)(
  'QA-02 TR-03 a disk that is full under a lane and its template is told, and the plan is delivered afterwards',
  () => {
    const root = sampleRepo(installs)
    const lanes = `${root}.lanes`
    const [last, ...ends] = onSmallDisk(
      root,
      `${[0, 40, 300, 600].map((free) => `leave ${free}; harness run 0001; rm "${lanes}/fill"`).join('\n')}\nharness run 0001`,
      lanes,
      '4m',
    ).toReversed()
    expect(ends).toHaveLength(4)
    for (const end of ends) expect(end).toMatch(/^1 .*No space left.*next: Free some space/)
    expect(last).toMatch(/^0 /)
    expect(git(root, 'log', '--merges', '--format=%s', 'main')).toBe('Merge plan 0001: Say hello')
  },
)

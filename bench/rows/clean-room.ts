/**
 * What a clean room costs: a room that stood at another commit moves to this one, and a program starts on a layer over it.
 * Against `git clone --shared` of the same repository, which is how else a check could get files of its own.
 */
import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { asCommitHash, asLaneName, asRunId, asTreeHash, commandId } from '@harness/core/kernel/ids'
import type { LaneRecord } from '@harness/shell/effects/lanes/lane-record'
import { inRoom } from '@harness/shell/effects/rooms/in-room'
import { openSandbox } from '@harness/shell/machine/sandbox/open-sandbox'
import { runConfined } from '@harness/shell/machine/sandbox/run-confined'
import { unconfined } from '@harness/shell/test-support/unconfined'
import { interleaved, timed } from '../interleaved.ts'
import { call } from '../processes.ts'
import type { Ground, Row } from '../row.ts'
import { sampleRepo } from '../sample-repo.ts'
import { portsOf, sourceFiles } from './lane-opened.ts'

export async function cleanRoom({ folder }: Ground): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const count of [100, 2_000, 30_000]) {
    const root = sampleRepo(join(folder, `rooms-${count}`), sourceFiles(count))
    const stateDir = join(root, '.git', 'harness-bench')
    const dataDir = join(folder, `data-${count}`)
    const confined = await openSandbox({ environment: process.env, hidden: [root, stateDir], dataDir })
    const sandbox = { ...confined, allowed: unconfined.allowed }
    const how = (await sandbox.canLayer()) ? 'a layer' : 'a copy'
    const ports = { ...portsOf(root, stateDir), sandbox }
    let round = 0
    const room = async (): Promise<void> => {
      const [commit, tree] = ['HEAD', 'HEAD^{tree}'].map((name) => named(root, name))
      const stand = {
        id: commandId(asRunId('20260101-000000'), 'checks', 'bench', ++round),
        commit: asCommitHash(commit ?? ''),
        tree: asTreeHash(tree ?? ''),
      }
      const lane: LaneRecord = {
        version: 1,
        lane: asLaneName('bench'),
        branch: 'main',
        path: root,
        baseCommit: stand.commit,
        madeBy: stand.id,
        ports: [],
        stage: 'ready',
      }
      const attempt = { signal: new AbortController().signal, repeated: false }
      await inRoom(stand, lane, attempt, ports, (clean) =>
        clean.layer(({ cell }) =>
          runConfined(sandbox, cell, {
            file: '/bin/sh',
            args: ['-c', 'exit 0'],
            env: { PATH: process.env.PATH ?? '' },
            limits: { wallMs: 60_000, outputBytes: 1024 },
          }),
        ),
      )
    }
    await room()
    const ms = await interleaved(
      {
        git: () =>
          timed(() =>
            call(root, 'git', 'clone', '--quiet', '--shared', root, join(folder, `${count}-room-${++round}`)),
          ),
        moved: () => {
          for (let n = 0; n < 10; n++) appendFileSync(join(root, `src/part-0/file-${n}.ts`), `// ${round}\n`)
          call(root, 'git', 'commit', '--quiet', '--all', '--message', 'Ten files')
          return timed(room)
        },
        same: () => timed(room),
      },
      count > 10_000 ? { fewest: 3, most: 3, forMs: 10_000 } : { fewest: 5, most: 15, forMs: 6_000 },
    )
    const floor = { what: 'git clone --shared', value: ms.git }
    rows.push(
      {
        row: `clean room for another commit, ${count} files`,
        measured: ms.moved,
        unit: 'ms',
        floor,
        goal: null,
        remark: `ten files differ; ${how}, and a process in the sandbox`,
      },
      {
        row: `clean room for the next check, ${count} files`,
        measured: ms.same,
        unit: 'ms',
        floor,
        goal: null,
        remark: 'at the same commit',
      },
    )
  }
  return rows
}

const named = (root: string, revision: string): string =>
  execFileSync('git', ['rev-parse', revision], { cwd: root, encoding: 'utf8' }).trim()

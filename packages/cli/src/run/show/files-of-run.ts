/** Names the files of a run that people open: logs of failed checks, pictures of the product, patches of work set aside. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { UiCaptured } from '@harness/core/effects/capture-ui'
import type { AgentFinished } from '@harness/core/effects/run-agent'
import type { ChecksFinished } from '@harness/core/effects/run-checks'
import type { AnyEvent } from '@harness/core/kernel/effect'
import { passed } from '@harness/core/kernel/evidence'
import { logName, setUpLog } from '@harness/core/work/log-names'
import { pathInRepository } from '@harness/shell/store/layout/repository-names'
import type { Chapter } from '../run-story.ts'

export interface RunFile {
  readonly what: string
  /** Absolute. */
  readonly path: string
}

interface Place {
  readonly root: string
  readonly runDir: string
}

/** Only those that are still there: the newest log of a check, the newest picture of a page, and each patch. */
export function filesOfRun(chapters: readonly Chapter[], place: Place): readonly RunFile[] {
  const files = chapters.flatMap(({ event }) =>
    filesIn(event, place).map((file) => ({
      file,
      key: event.type === 'AgentFinished' ? file.path : file.what,
    })),
  )
  const newest = new Map(files.map(({ file, key }) => [key, file]))
  return [...newest.values()].filter(({ path }) => existsSync(path))
}

function filesIn(event: AnyEvent, { root, runDir }: Place): readonly RunFile[] {
  switch (event.type) {
    case 'ChecksFinished': {
      const { commandId, evidence } = event as ChecksFinished
      const failed = evidence.flatMap((item, index) =>
        passed(item)
          ? []
          : [
              {
                what: `log of ${item.check}`,
                path: join(runDir, logName('checks', commandId, index + 1, item.check)),
              },
            ],
      )
      // A set-up that fails leaves its log, and no check then has one.
      return failed.length === 0 ? [] : [...failed, ofSetUp(runDir)]
    }
    case 'CommandFailed':
      return [ofSetUp(runDir)]
    case 'UiCaptured':
      return (event as UiCaptured).screens.map(({ route, viewport, file }) => ({
        what: `picture of ${route} (${viewport})`,
        path: pathInRepository(root, file),
      }))
    case 'AgentFinished': {
      const { violation, role } = event as AgentFinished
      return violation === null || violation.patch === ''
        ? []
        : [{ what: `set aside from the ${role}`, path: pathInRepository(root, violation.patch) }]
    }
    default:
      return []
  }
}

const ofSetUp = (runDir: string): RunFile => ({ what: 'log of the set-up', path: join(runDir, setUpLog) })

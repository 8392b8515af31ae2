/** The adapters of a mission: those of every playbook, and what its documents, smoke tests, hooks and pulls need. */
import type { Outcome } from '@harness/core/playbooks/mission/effects'
import { missionPaths } from '@harness/formats/documents/mission/edit-documents'
import { awaitCi } from '../../effects/forge/await-ci.ts'
import { openForge } from '../../effects/forge/open-forge.ts'
import { openPull } from '../../effects/forge/open-pull.ts'
import type { Forge } from '../../effects/forge/port/forge.ts'
import { captureUi, thenResume } from '../../effects/ui/capture-ui.ts'
import { commonAdapters, redacting } from '../../engine/conduct/common-adapters.ts'
import type { AskPerson, RunOutside } from '../../engine/conduct/run-outside.ts'
import { type RunPorts, runPorts } from '../../engine/conduct/run-ports.ts'
import type { Adapters } from '../../engine/loop/adapters.ts'
import { userDataDir } from '../../machine/disk/user-data-dir.ts'
import type { Identity } from '../../machine/git/identity.ts'
import { type MissionPlaces, missionFolder } from './mission-files.ts'
import { type NotifyPorts, notify } from './notify.ts'
import { readMission } from './read-mission.ts'
import { type HookPorts, runHook } from './run-hook.ts'
import { smokeTest } from './smoke-test.ts'
import { writeDocuments } from './write-documents.ts'

export type MissionPorts = RunPorts &
  MissionPlaces &
  HookPorts &
  NotifyPorts & {
    /** Null if features are merged here, or kept. */
    readonly forge: Forge | null
    /** When no check of the forge has begun by then, it is taken to have none. */
    readonly ciGraceMs: number
  }

const { hooks: _, ...written } = missionPaths
const writtenHere = Object.values(written).map((path) => `${missionFolder}/${path}`)

const hookWallMs = 2 * 60_000

export async function missionPorts(
  outside: RunOutside,
  runDir: string,
  identity: Identity,
  /** Whether features end as pull requests. */
  pulls: boolean,
): Promise<MissionPorts> {
  const { config, environment } = outside
  const { mission } = config
  const forge = pulls ? await openForge(config.forge, { ...outside, identity }) : null
  return {
    ...(await runPorts(outside, runDir, { identity, baseBranch: mission.baseBranch })),
    ...(forge === null ? {} : { base: forge }),
    forge,
    ciGraceMs: config.forge.kind === 'local' ? 0 : config.forge.ciGraceMs,
    ownDocuments: writtenHere,
    dataDir: userDataDir(environment),
    hooks: mission.hooks,
    hookWallMs,
    notifyRun: mission.notify,
  }
}

export function missionAdapters(ports: MissionPorts, ask: AskPerson | null): Adapters {
  const common = commonAdapters(ports, ask)
  const redacted = redacting(ports)
  const { forge } = ports
  return {
    ...common,
    captureUi: async (command, attempt) => goingOn(await captureUi(command, attempt, ports)),
    readMission: (command, attempt) => readMission(command, attempt, ports),
    writeDocuments: (command, attempt) => writeDocuments(command, attempt, ports),
    smokeTest: (command, attempt) => smokeTest(command, attempt, ports),
    runHook: (command, attempt) => runHook(command, attempt, ports),
    notify: (command, attempt) => notify(command, attempt, ports),
    ...(forge === null
      ? {}
      : {
          openPull: (command, attempt) => redacted(openPull(command, attempt, ports, forge)),
          awaitCi: (command, attempt) => redacted(awaitCi(command, attempt, ports, forge)),
        }),
  }
}

/** Without a browser a mission goes on: what there is to do helps later features only. */
const goingOn = <Kind extends Outcome>(event: Kind): Kind =>
  event.type === 'UiNotCaptured' && event.reason === 'no-browser'
    ? { ...event, next: event.next.replace(thenResume, '; what is validated after that is looked at') }
    : event

/** The adapters of a mission: those of every playbook, and what its documents, smoke tests, hooks and pulls need. */
import type { Outcome } from '@harness/core/event'
import { missionPaths } from '@harness/formats/mission/edit-documents'
import type { Adapters } from '../adapters.ts'
import { awaitCi } from '../forge/await-ci.ts'
import type { Forge } from '../forge/forge.ts'
import { openForge } from '../forge/open-forge.ts'
import { openPull } from '../forge/open-pull.ts'
import type { Identity } from '../git/identity.ts'
import { commonAdapters, redacting } from '../playbook-run/common-adapters.ts'
import type { AskPerson, RunOutside } from '../playbook-run/run-outside.ts'
import { type RunPorts, runPorts } from '../playbook-run/run-ports.ts'
import { captureUi, thenResume } from '../ui/capture-ui.ts'
import { userDataDir } from '../user-data-dir.ts'
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
    /** Null where features are merged here, or kept. */
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

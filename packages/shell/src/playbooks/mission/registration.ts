/** Registers missions with the engine. The documents of a mission tell others all they read of it. */
import { join } from 'node:path'
import { givenUp } from '@harness/core/playbooks/mission/given-up'
import { mission } from '@harness/core/playbooks/mission/playbook'
import { missionIdentity } from '@harness/core/playbooks/mission/state/identity'
import type { MissionInput } from '@harness/core/playbooks/mission/state/input'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'
import { missionContracts } from '@harness/formats/answers/mission/contracts'
import { testRulings } from '@harness/formats/answers/test-rulings'
import { DocumentDesk } from '../../effects/documents/document-desk.ts'
import { refuseNotify } from '../../effects/people/notices/notify-line.ts'
import { refuseSecretsIn } from '../../engine/conduct/command-lines.ts'
import type { PreparedRun } from '../../engine/conduct/conduct-run.ts'
import { tellFirst } from '../../engine/conduct/tell-first.ts'
import type { AttendedOptions, DrivenPlace, Registration } from '../../engine/registration.ts'
import { userIdentity } from '../../machine/git/identity.ts'
import { redactValue } from '../../machine/redaction/redact-value.ts'
import type { Redactor } from '../../machine/redaction/redactor.ts'
import { nameInRepository } from '../../store/layout/repository-names.ts'
import { openRunStore } from '../../store/open-run-store.ts'
import { noSidecar } from '../../store/sidecars/no-sidecar.ts'
import { guardForge } from '../delivery/guard-forge.ts'
import { type Answer, takeGrantsByHand } from './granted-by-hand.ts'
import { guardMission } from './guard-mission.ts'
import {
  blindNote,
  changedConfigNote,
  defaultSpec,
  guardCrosscheck,
  missionInput,
  missionTiers,
  withMissionModels,
} from './mission-config.ts'
import { missionEffects, missionPerformers, missionPorts } from './mission-effects.ts'
import { lanesOf, restoreMissionLanes } from './mission-lanes.ts'
import { missionFields, missionReport } from './mission-report.ts'
import { missionDocuments } from './read-mission.effect.ts'
import { shownBefore } from './shown-before.ts'
import { tidyMissionLanes } from './tidy-lanes.ts'

export const missionRegistration: Registration<MissionInput, MissionState> = {
  playbook: mission,
  report: missionReport,
  roles: missionIdentity.roles,
  contracts: [...missionContracts, testRulings],
  documents: missionDocuments,
  effects: missionEffects,
  async begin({ config, repoRoot, stateDir }, { specPath }, runId) {
    const carried = await shownBefore(stateDir, repoRoot)
    const spec = typeof specPath === 'string' ? specPath : defaultSpec
    const input = {
      ...missionInput({ runId, config, specPath: spec }),
      checkout: nameInRepository(repoRoot, repoRoot),
    }
    return carried === null ? input : { ...input, carried }
  },
  configure: withMissionModels,
  tiersIn: missionTiers,
  async refuse(options) {
    const { config, repoRoot, environment } = options
    guardCrosscheck(config)
    const place = { repoRoot, writable: config.sandbox.write, environment }
    const refused = refuseNotify(config.mission.notify, place, 'mission.notify')
    if (refused !== null) throw refused
    if (config.mission.isolation.onPass === 'pr') await guardForge({ ...options, until: null })
  },
  guard: guardMission,
  prepare,
  async performersFor({ outside, runDir, identity, agentFor }, { isolation }) {
    const { repoRoot, stateDir } = outside
    const author = identity ?? (await userIdentity(repoRoot))
    const ports = await missionPorts(outside, runDir, author, isolation.onPass === 'pr')
    // What agents have learned over all missions is out of reach of a replay.
    if (agentFor === undefined) return missionPerformers(ports)
    const replayed = { ...ports, agentFor, dataDir: join(stateDir, 'data') }
    return missionPerformers({ ...replayed, desk: new DocumentDesk(replayed, missionDocuments) })
  },
  givenUp,
  listen: () => ({ fields: missionFields }),
}

async function prepare(
  options: AttendedOptions<MissionState>,
  { run, runDir, stood, asked, own, begin }: DrivenPlace<MissionInput, MissionState>,
): Promise<PreparedRun<MissionInput, MissionState>> {
  const { repoRoot, clock, stop } = options
  const onPass = (stood?.input ?? begin)?.isolation.onPass
  const author = await userIdentity(repoRoot)
  const ports = await missionPorts({ ...options, own }, runDir, author, onPass === 'pr')
  const restored = stood === null ? [] : await restoreMissionLanes(stood, ports, stop)
  const { baseBranch } = stood?.input ?? options.config.mission
  const tidied = await tidyMissionLanes(lanesOf(stood), baseBranch, ports, stop)
  const changed = stood === null ? null : changedConfigNote(stood.input, options.config)
  if (stood !== null) {
    const tell: Answer = (word) => openRunStore(options.stateDir).answer(run, word)
    await takeGrantsByHand(repoRoot, tell, { state: stood, asked, at: clock.now() })
  }
  const notes = [...restored, tidied, changed, blindNote(options.config, options.environment)]
  return {
    input: begin === null ? null : journaled(begin, ports.redact),
    performers: tellFirst(
      missionPerformers(ports),
      notes.filter((note) => note !== null),
    ),
    sidecar: noSidecar,
    sanitise: ports.sanitise,
  }
}

/** Words are redacted; a command line cannot be, for it is executed as it stands there. */
function journaled(input: MissionInput, redact: Redactor): MissionInput {
  const { smoke, uiQa, promptOverrides, carried } = input
  refuseSecretsIn(
    [
      ...input.checks,
      ...(smoke?.startup == null ? [] : [{ name: 'smokeTest', run: smoke.startup.run }]),
      ...(uiQa === null ? [] : [{ name: 'devServer', run: uiQa.server.run }]),
    ],
    redact,
  )
  const overrides = Object.entries(promptOverrides).map(([role, text]) => [role, redact(text)])
  return {
    ...input,
    promptOverrides: Object.fromEntries(overrides),
    ...(carried === undefined ? {} : { carried: redactValue(carried, redact) }),
  }
}

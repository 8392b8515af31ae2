/** Registers the autopilot with the engine. */
import { join } from 'node:path'
import { invariant } from '@harness/core/kernel/invariant'
import { givenUp } from '@harness/core/playbooks/autopilot/endings'
import { autopilotIdentity } from '@harness/core/playbooks/autopilot/identity'
import type { AutopilotInput } from '@harness/core/playbooks/autopilot/input'
import { autopilotPlaybook } from '@harness/core/playbooks/autopilot/playbook'
import type { AutopilotState } from '@harness/core/playbooks/autopilot/state'
import { autopilotContracts } from '@harness/formats/answers/autopilot/contracts'
import { testRulings } from '@harness/formats/answers/test-rulings'
import { sessionFiles } from '@harness/formats/documents/autopilot/session-slug'
import { openForge } from '../../effects/forge/open-forge.ts'
import { type KnownLane, restoreLane } from '../../effects/lanes/restore-lane.ts'
import type { PreparedRun } from '../../engine/conduct/conduct-run.ts'
import { guardCheckout } from '../../engine/conduct/guard-checkout.ts'
import { runPorts } from '../../engine/conduct/run-ports.ts'
import { startedIn } from '../../engine/conduct/started-in.ts'
import { tellFirst } from '../../engine/conduct/tell-first.ts'
import type { AttendedOptions, DrivenPlace, Registration } from '../../engine/registration.ts'
import { readableNamesIn } from '../../machine/disk/folder-names.ts'
import { readInside, writeInside } from '../../machine/disk/inside.ts'
import { userIdentity } from '../../machine/git/identity.ts'
import type { AutopilotAsked } from './autopilot-asked.ts'
import { autopilotDocuments, autopilotEffects, autopilotPerformers } from './autopilot-effects.ts'
import { autopilotInput } from './autopilot-input.ts'
import { autopilotFields, autopilotReport } from './autopilot-report.ts'
import { autopilotSubject } from './found-session.ts'
import { copyAside, sessionSidecar, setAside } from './session-sidecar.ts'

export const autopilotRegistration: Registration<AutopilotInput, AutopilotState> = {
  playbook: autopilotPlaybook,
  report: autopilotReport,
  roles: autopilotIdentity.roles,
  contracts: [...autopilotContracts, testRulings],
  documents: autopilotDocuments,
  effects: autopilotEffects,
  begin: (outside, asked, runId) => autopilotInput(outside, asked as unknown as AutopilotAsked, runId),
  journaled: (input, redact) => ({
    ...input,
    spec: {
      ...input.spec,
      text: redact(input.spec.text),
      truths: input.spec.truths.map(redact),
      phases: input.spec.phases.map((phase) => ({
        ...phase,
        name: redact(phase.name),
        text: redact(phase.text),
      })),
    },
  }),
  async guard({ input }, { repoRoot, runs, run }) {
    const checkout = await startedIn(runs, run, input, repoRoot)
    const giveUp = `harness refuse ${autopilotSubject} --give-up -m "why"`
    guardCheckout({ what: autopilotSubject, goOn: 'harness resume', checkout, giveUp }, repoRoot)
  },
  lanesOf,
  prepare,
  async performersFor({ outside, runDir, identity, agentFor }, { baseBranch }) {
    const ports = await runPorts(outside, runDir, { identity, baseBranch })
    const forge = await openForge(outside.config.forge, { ...outside, identity })
    return autopilotPerformers({ ...ports, ...(agentFor === undefined ? {} : { agentFor }) }, forge)
  },
  givenUp,
  listen: () => ({ fields: autopilotFields }),
}

function lanesOf({ lane, at, input }: AutopilotState): readonly KnownLane[] {
  return lane === null || at.phase === 'over' ? [] : [{ ...lane, baseBranch: input.baseBranch }]
}

async function prepare(
  options: AttendedOptions<AutopilotState>,
  { runDir, stood, own, begin, notes }: DrivenPlace<AutopilotInput, AutopilotState>,
): Promise<PreparedRun<AutopilotInput, AutopilotState>> {
  const input = stood?.input ?? begin
  invariant(input !== null, 'a run is told something when it begins')
  const { repoRoot } = options
  const identity = input.author ?? (await userIdentity(repoRoot))
  const outside = { ...options, own }
  const ports = await runPorts(outside, runDir, { identity, baseBranch: input.baseBranch })
  const forge = await openForge(options.config.forge, { ...outside, identity })
  const told: string[] = notes.map(ports.redact)
  for (const lane of stood === null ? [] : lanesOf(stood)) {
    const note = await restoreLane(lane, ports, options.stop)
    if (note !== null) told.push(note)
  }
  if (begin !== null) told.push(...(await keepSessionBefore(repoRoot, begin)))
  const { checks } = options.config
  if (stood !== null && JSON.stringify(checks) !== JSON.stringify(input.checks)) told.push(changedChecks)
  return {
    input: begin === null ? null : (autopilotRegistration.journaled?.(begin, ports.redact) ?? begin),
    performers: tellFirst(autopilotPerformers(ports, forge), told),
    sidecar: await sessionSidecar({ repoRoot, stood, onNote: (note) => options.onNote?.(note) }),
    sanitise: ports.sanitise,
  }
}

const changedChecks =
  'The checks in the config have changed. This session keeps those that it began with; a new session takes the new ones.'

/**
 * What another session left is kept under another name: files of one that has ended, and a copy of one that is continued.
 * What a person wants of the phases stays.
 */
async function keepSessionBefore(
  repoRoot: string,
  { slug, sessionDir, adopted }: AutopilotInput,
): Promise<readonly string[]> {
  const { phases } = sessionFiles(slug)
  const names = await readableNamesIn(join(repoRoot, sessionDir))
  if (names.every((name) => phases.endsWith(`/${name}`))) return []
  if (adopted !== null)
    return [`A copy of the session as it was is in ${await copyAside(repoRoot, sessionDir)}`]
  const wishes = (await readInside(repoRoot, phases))?.toString('utf8')
  const aside = await setAside(repoRoot, sessionDir)
  if (wishes !== undefined) await writeInside(repoRoot, phases, wishes)
  return [`The files of the session before are kept in ${aside}`]
}

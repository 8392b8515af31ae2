/** Drives one run of a registered playbook in this process. The caller holds the subject's lease. */
import type { RunId } from '@harness/core/kernel/ids'
import { invariant } from '@harness/core/kernel/invariant'
import { baseFirstOf } from '@harness/core/work/base-first-state'
import { restoreLane } from '../effects/lanes/restore-lane.ts'
import { type Identity, userIdentity } from '../machine/git/identity.ts'
import { pathInRepository } from '../store/layout/repository-names.ts'
import { openRunStore } from '../store/open-run-store.ts'
import { noSidecar } from '../store/sidecars/no-sidecar.ts'
import type { SpendingState } from '../store/sidecars/run-sidecars.ts'
import { conductRun, type PreparedRun, type RunResult } from './conduct/conduct-run.ts'
import { guardPlace } from './conduct/guard-place.ts'
import { refuseUnknownContracts } from './conduct/known-contract.ts'
import { runPorts } from './conduct/run-ports.ts'
import { tellFirst } from './conduct/tell-first.ts'
import { baseBranchIn, effectsIn, performersIn } from './registered-defaults.ts'
import type { AttendedOptions, DrivenPlace, Listener, Registration } from './registration.ts'
import { projectionsOf, reportOf } from './run-report.ts'

export interface RegisteredDrive<Input, State> {
  readonly subject: string
  readonly runId: RunId
  /** What a new run is told; null to resume. */
  readonly begin: Input | null
  readonly notes?: readonly string[]
  /** True if a run that is resumed takes the registration's program in the place of its own. */
  readonly reload?: boolean
  /** Throws if the run cannot be resumed as the operator asked. */
  guard?(stood: State): Promise<void>
  readonly listener?: Listener<State>
}

export interface DrivenRun<State> extends RunResult<State> {
  readonly branch: string | null
  readonly fields: Readonly<Record<string, unknown>>
}

export async function driveRegistered<Input, State extends SpendingState>(
  registration: Registration<Input, State>,
  given: AttendedOptions<State>,
  drive: RegisteredDrive<Input, State>,
): Promise<DrivenRun<State>> {
  refuseUnknownContracts(registration)
  const { subject, runId, begin, notes = [], reload = false, listener = registration.listen?.() } = drive
  const { pausesAfter = [], contracts = [], program, roles = [] } = registration
  const options = { ...given, contracts, playbookVersion: registration.playbook.version }
  const { repoRoot, stateDir } = options
  const resumed = { repoRoot, stateDir, runs: openRunStore(stateDir), run: { subject, runId } }
  const pathOf = (name: string): string => pathInRepository(repoRoot, name)
  const result = await conductRun<Input, State>({
    playbook: registration.playbook,
    effects: effectsIn(registration),
    outside: registration.unattended === true ? { ...options, ask: null } : options,
    subject,
    runId,
    isNew: begin !== null,
    brought: program === undefined ? undefined : { program, roles: roles.map(({ role }) => role), reload },
    until: options.until !== null && pausesAfter.includes(options.until) ? options.until : null,
    stop: options.stop,
    async guard(stood) {
      if (stood !== null) await guardPlace(resumed)
      if (stood !== null) await registration.guard?.(stood, resumed)
      if (stood !== null) await drive.guard?.(stood)
      await registration.ready?.(options, stood)
    },
    prepare: (run) => {
      options.onPlace?.(run.runDir)
      const place = { ...run, begin, notes: [...notes, ...nothingToCheck(registration, begin)] }
      return registration.prepare?.(options, place) ?? prepare(registration, options, place)
    },
    project: projectionsOf(registration, { subject, runId }, pathOf),
    onEvent(event, state) {
      listener?.hear?.(event, state)
      options.onEvent(event, state)
    },
    onNote: (note) => options.onNote?.(note),
  })
  const { branch, fields } = reportOf(registration, result.state, pathOf)
  return { ...result, branch, fields: listener?.fields(result.state) ?? fields }
}

/** Said once, as a run starts whose base would be checked. */
const nothingToCheck = <Input, State extends SpendingState>(
  { playbook }: Registration<Input, State>,
  begin: Input | null,
): readonly string[] => {
  const { baseCheck = 'off' } = (begin ?? {}) as { readonly baseCheck?: string }
  return begin === null || baseCheck === 'off' || baseFirstOf(playbook.initialState(begin)) !== null
    ? []
    : ['there are no checks here: neither the base nor the change is checked']
}

/** What most playbooks work with: what performs their effects, and no sidecar. */
async function prepare<Input, State extends SpendingState>(
  registration: Registration<Input, State>,
  options: AttendedOptions<State>,
  { runDir, stood, own, told, begin, notes }: DrivenPlace<Input, State>,
): Promise<PreparedRun<Input, State>> {
  const outside = { ...options, own }
  const input = begin ?? (told as Input | null)
  invariant(input !== null, 'a run is told something when it begins')
  const identity = authorOf(input) ?? (await userIdentity(options.repoRoot))
  const baseBranch = baseBranchIn(registration, input)
  const ports = await runPorts(outside, runDir, { identity, baseBranch })
  const { sanitise, redact } = ports
  const restored: string[] = []
  for (const lane of stood === null ? [] : (registration.lanesOf?.(stood) ?? []))
    restored.push(...[await restoreLane(lane, ports, options.stop)].filter((note) => note !== null))
  const performers = await performersIn(registration, { outside, runDir, identity }, input)
  return {
    input: begin === null ? null : (registration.journaled?.(begin, redact) ?? begin),
    performers: tellFirst(performers, [...notes.map(redact), ...restored]),
    sidecar: noSidecar,
    sanitise,
  }
}

/** A run commits in the name that its input records. */
const authorOf = (input: unknown): Identity | null =>
  (input as { readonly author?: Identity } | null)?.author ?? null

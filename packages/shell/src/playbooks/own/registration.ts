/** Registers a user's own playbook with the engine. */
import type { AnyCommand } from '@harness/core/kernel/effect'
import type { OwnProgram } from '@harness/core/kernel/event'
import type { Decision, Playbook } from '@harness/core/kernel/playbook'
import { UserError } from '@harness/core/kernel/user-error'
import { checkedReport } from '@harness/core/playbooks/own/checked-report'
import type { OwnDescription } from '@harness/core/playbooks/own/definition'
import { ownEffects } from '@harness/core/playbooks/own/effects'
import { lanesInUse } from '@harness/core/playbooks/own/lanes-in-use'
import { ownPlaybook } from '@harness/core/playbooks/own/playbook'
import type { OwnInput, OwnState } from '@harness/core/playbooks/own/state'
import { ownContract } from '@harness/formats/answers/own-contract'
import { testRulings } from '@harness/formats/answers/test-rulings'
import { roleAgent } from '@harness/formats/config/role-agent'
import { ownFilesIn, roleFile } from '../../effects/agents/roles/own-files.ts'
import { buildOf, type LoadedPlaybook } from '../../effects/documents/own-program.ts'
import { holdsSecret, refuseSecretsIn } from '../../engine/conduct/command-lines.ts'
import type { RunOutside } from '../../engine/conduct/run-outside.ts'
import { secretsOf } from '../../engine/conduct/secrets-of.ts'
import { askedTwice, checkedPlaybook } from '../../engine/loop/checked-playbook.ts'
import { refuseUnperformed } from '../../engine/loop/refuse-unperformed.ts'
import { performersIn } from '../../engine/registered-defaults.ts'
import type { Registration } from '../../engine/registration.ts'
import type { GivenReport } from '../../engine/run-report.ts'
import { userIdentity } from '../../machine/git/identity.ts'
import { redactValue } from '../../machine/redaction/redact-value.ts'
import { createRedactor } from '../../machine/redaction/redactor.ts'
import { ownRoles, promptsOf } from './own-roles.ts'

export function ownRegistration({
  playbook: defined,
  program,
}: LoadedPlaybook): Registration<OwnInput, OwnState> {
  const playbook = watched(defined.name, {
    ...checkedPlaybook(ownPlaybook(defined), program.file),
    build: buildOf(program),
  })
  const report = (state: OwnState): GivenReport => ({
    ...askedTwice({ name: defined.name, file: program.file }, 'report', () =>
      checkedReport(defined.report(state.own)),
    ),
    isOver: state.ended !== null,
    baseBranch: state.input.baseBranch,
  })
  return {
    playbook,
    program,
    roles: ownRoles(defined),
    report,
    async begin(outside, { words, options }, runId) {
      await refuseSecrets(outside, program)
      const { config, repoRoot } = outside
      const { name, roles = {} } = defined
      const input: OwnInput = {
        runId,
        baseBranch: config.baseBranch,
        author: await userIdentity(repoRoot),
        baseCheck: config.baseCheck,
        checks: config.checks,
        roles: Object.fromEntries(
          ownRoles(defined).map(({ role, tier }) => {
            const { tier: settled, limits } = roleAgent(config.agent, role, tier)
            return [role, { tier: settled, limits }]
          }),
        ),
        words: words as OwnInput['words'],
        options: options as OwnInput['options'],
        config: config.playbooks.find(({ description }) => description.name === name)?.config ?? {},
      }
      await refuseMissingTexts(outside, roles)
      // A playbook that is broken from the start leaves no run.
      playbook.decide(playbook.initialState(input))
      return input
    },
    journaled: ({ words, options, config, ...input }, redact) => ({
      ...input,
      ...redactValue({ words, options, config }, redact),
    }),
    lanesOf: (state) => lanesInUse(state).map((lane) => ({ ...lane, baseBranch: state.input.baseBranch })),
    contracts: [
      ...Object.entries(defined.contracts ?? {}).map(([name, schema]) => ownContract(name, schema)),
      testRulings,
    ],
    performersFor: async (place, input) =>
      performersIn(
        { playbook, report },
        { ...place, outside: await withPrompts(place.outside, defined) },
        input,
      ),
  }
}

/** A text in the repository counts more than the prompt in the playbook. */
async function withPrompts(outside: RunOutside, { roles = {} }: OwnDescription): Promise<RunOutside> {
  const own = outside.own ?? (await ownFilesIn(outside.repoRoot, outside.rolesDir, Object.keys(roles)))
  return { ...outside, own: { ...own, roles: { ...promptsOf({ roles }), ...own.roles } } }
}

const performed = Object.fromEntries([...ownEffects, 'CheckBase'].map((name) => [name, true]))

/** No compiler has checked that each of its commands is performed. */
const watched = <Input, State>(
  name: string,
  playbook: Playbook<Input, State, AnyCommand>,
): Playbook<Input, State, AnyCommand> => ({
  ...playbook,
  decide(state): Decision<AnyCommand> {
    const decision = playbook.decide(state)
    if (decision.type !== 'end')
      refuseUnperformed({ name, effects: decision.commands.map(({ type }) => type) }, performed)
    return decision
  },
})

async function refuseMissingTexts(
  { repoRoot, rolesDir }: RunOutside,
  roles: NonNullable<OwnDescription['roles']>,
): Promise<void> {
  const there = await ownFilesIn(repoRoot, rolesDir, Object.keys(roles))
  for (const [role, { prompt }] of Object.entries(roles))
    if (prompt === undefined && !Object.hasOwn(there.roles, role))
      throw new UserError('role-missing', `There is no text for the role ${role}.`, {
        next: `Give the role a prompt in the playbook, or write ${roleFile(role)}.`,
      })
}

/** The run is driven by the program as its journal has it, so that nothing in it can be redacted. */
async function refuseSecrets(outside: RunOutside, { modules }: OwnProgram): Promise<void> {
  const redact = createRedactor({ secrets: await secretsOf(outside) })
  refuseSecretsIn(outside.config.checks, redact)
  const holder = Object.entries(modules).find(([name, run]) => holdsSecret({ name, run }, redact))
  if (holder === undefined) return
  throw new UserError(
    'program-holds-secret',
    `${holder[0]} holds a secret, and the journal of a run would show it.`,
    {
      next: 'Take it out of the file. Agents and checks get secrets through the environment: agent.env, lanes.env.',
    },
  )
}

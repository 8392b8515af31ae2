/** Registers the making of a spec with the engine. */
import { givenUp } from '@harness/core/playbooks/spec/given-up'
import { specIdentity } from '@harness/core/playbooks/spec/identity'
import type { SpecInput } from '@harness/core/playbooks/spec/input'
import { specPlaybook } from '@harness/core/playbooks/spec/playbook'
import type { SpecState } from '@harness/core/playbooks/spec/state'
import { specContracts } from '@harness/formats/answers/spec/contracts'
import type { AnyCodec } from '@harness/formats/documents/codec/document-codec'
import { specCodec } from '@harness/formats/documents/spec/spec-codec'
import { specVoice } from '@harness/formats/documents/spec/spec-voice'
import { guardCheckout } from '../../engine/conduct/guard-checkout.ts'
import { startedIn } from '../../engine/conduct/started-in.ts'
import type { Registration } from '../../engine/registration.ts'
import { userIdentity } from '../../machine/git/identity.ts'
import { nameInRepository } from '../../store/layout/repository-names.ts'
import { beginCommand } from '../../store/layout/run-subject.ts'
import { askedSpec, specInput } from './spec-input.ts'
import { lanesOf } from './spec-lanes.ts'
import { specReport, writtenIn } from './spec-report.ts'

export const specRegistration: Registration<SpecInput, SpecState> = {
  playbook: specPlaybook(specVoice),
  report: specReport,
  roles: specIdentity.roles,
  contracts: specContracts,
  documents: { codecs: { spec: specCodec as AnyCodec }, resume: 'harness spec' },
  async begin(outside, asked, runId) {
    const { repoRoot } = outside
    return {
      ...(await specInput(outside, askedSpec(asked))),
      runId,
      checkout: nameInRepository(repoRoot, repoRoot),
      author: await userIdentity(repoRoot),
    }
  },
  journaled: (input, redact) => ({
    ...input,
    idea: redact(input.idea),
    claudeMd: input.claudeMd === null ? null : redact(input.claudeMd),
  }),
  async guard({ input }, { repoRoot, runs, run }) {
    const checkout = await startedIn(runs, run, input, repoRoot)
    const { name } = specIdentity
    const giveUp = `harness refuse ${name} -m "why"`
    guardCheckout({ what: name, goOn: beginCommand(name), checkout, giveUp }, repoRoot)
  },
  lanesOf,
  givenUp: givenUp(specVoice),
  listen: () => ({
    fields: (state) => ({
      docsPath: state.input.docsPath,
      files: writtenIn(state),
      warnings: state.warnings,
    }),
  }),
}

/** Owns the effects of a handbook's generation, and what they may touch. */
import { UserError } from '@harness/core/kernel/user-error'
import type { PlanEdit } from '@harness/core/playbooks/handbook/planned-handbook'
import type { Answer } from '@harness/core/playbooks/handbook-generation/answers'
import type { Command } from '@harness/core/playbooks/handbook-generation/effects'
import { plannedHandbookCodec } from '@harness/formats/documents/handbook/planned-handbook-codec'
import { runAgentEffect } from '../../effects/agents/call/run-agent.effect.ts'
import { type DeskPorts, DocumentDesk, type DocumentKinds } from '../../effects/documents/document-desk.ts'
import { editDocumentsEffect } from '../../effects/documents/edit-documents.effect.ts'
import type { Effects } from '../../effects/effect.ts'
import { orCommandFailed } from '../../effects/failure/expected-failure.ts'
import { bindEffects, type Performers } from '../../effects/performer.ts'
import { holdSubject } from '../../engine/conduct/hold-subject.ts'
import type { RunPorts } from '../../engine/conduct/run-ports.ts'
import { unfinishedRun } from '../../engine/conduct/unfinished-run.ts'
import { sharedEffects } from '../../engine/shared-effects.ts'
import { handbookSubject } from '../../store/layout/run-subject.ts'
import { openRunStore } from '../../store/open-run-store.ts'
import { begunElsewhere } from '../handbook/refused-run.ts'

type GenerationPorts = RunPorts & DeskPorts

const editDocuments = editDocumentsEffect<PlanEdit>()

export const generationEffects: Effects<Command, GenerationPorts> = {
  ...sharedEffects,
  RunAgent: runAgentEffect<Answer>(),
  EditDocuments: {
    ...editDocuments,
    perform: (command, attempt, ports) =>
      command.edits.some(({ edit }) => edit.replace)
        ? orCommandFailed(command, attempt, ports, () =>
            undriven(ports, () => editDocuments.perform(command, attempt, ports)),
          )
        : editDocuments.perform(command, attempt, ports),
  },
}

export const generationDocuments: DocumentKinds = {
  codecs: { 'planned-handbook': plannedHandbookCodec },
  resume: 'harness handbook generate',
}

/** No person is asked in this process: gates stay open. */
export const generationPerformers = (ports: RunPorts): Performers<Command> =>
  bindEffects(generationEffects, { ...ports, ask: null, desk: new DocumentDesk(ports, generationDocuments) })

type Place = Pick<RunPorts, 'stateDir' | 'repoRoot'>

/** No run of the existing handbook starts while it is replaced. */
const undriven = <Result>(place: Place, work: () => Promise<Result>): Promise<Result> =>
  holdSubject(place.stateDir, handbookSubject, 'harness handbook generate', async () => {
    await guardUndriven(place)
    return work()
  })

/** A run that continues with another handbook would do unwanted work. */
export async function guardUndriven({ stateDir, repoRoot }: Place): Promise<void> {
  const unfinished = await unfinishedRun(stateDir, handbookSubject)
  if (unfinished === null) return
  const run = { subject: handbookSubject, runId: unfinished }
  const elsewhere = await begunElsewhere(openRunStore(stateDir), run, repoRoot)
  if (elsewhere !== null) throw elsewhere
  throw new UserError('handbook-unfinished', 'The handbook that is to be replaced has an unfinished run.', {
    next: 'Finish it: harness handbook; or give it up: harness refuse handbook -m "why"; then run the command again.',
  })
}

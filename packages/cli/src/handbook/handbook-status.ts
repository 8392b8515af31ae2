/** `harness handbook status`: how far each phase has come, and which prompt is next. */
import { exitCode } from '@harness/core/exit-code'
import type { Handbook } from '@harness/core/handbook-document'
import { closedBefore, nextStep } from '@harness/core/playbooks/handbook/order'
import { stripControl } from '@harness/shell/redaction/strip-control'
import type { CommandContext } from '../command.ts'
import { counted } from '../terminal/amounts.ts'
import { table } from '../terminal/table.ts'
import { errorsIn, lintedFolder } from './linted-folder.ts'

export async function handbookStatus({ terminal, json }: CommandContext, root: string): Promise<number> {
  const { documents, findings } = await lintedFolder(root)
  const { handbook } = documents
  const phases = phasesOf(handbook)
  const next = nextOf(handbook)
  const errors = errorsIn(findings).length
  if (json) {
    terminal.print(
      JSON.stringify({ ok: true, phases, next, skeleton: handbook.hasSkeleton, errors }, null, 2),
    )
    return exitCode.done
  }
  const { strong, bad } = terminal.colours
  const rows = phases.map(({ number, title, ticked, open, deferred }) => [
    String(number),
    String(ticked),
    String(open),
    String(deferred),
    stripControl(title),
  ])
  terminal.print(table(['PHASE', 'TICKED', 'OPEN', 'DEFERRED', 'TITLE'], rows, terminal.columns(), strong))
  terminal.print('')
  terminal.print(
    next.promptIds.length === 0
      ? `${strong('next:')} ${next.rationale}`
      : `${strong('next:')} ${next.promptIds.join(', ')} (${next.rationale})`,
  )
  if (!handbook.hasSkeleton) terminal.print('Skeleton absent: fallback envelope-only mode.')
  if (errors > 0) terminal.print(`${bad(counted(errors, 'error'))}, see: harness handbook lint`)
  return exitCode.done
}

const phasesOf = ({ phases, prompts }: Handbook) =>
  phases.map(({ number, title }) => {
    const boxes = prompts.filter(({ phase }) => phase === number).map(({ box }) => box)
    const count = (box: (typeof boxes)[number]): number => boxes.filter((one) => one === box).length
    return { number, title, ticked: count('done'), open: count('open'), deferred: count('deferred') }
  })

/** As a run that begins now would choose. */
function nextOf(handbook: Handbook): { readonly promptIds: readonly string[]; readonly rationale: string } {
  const step = nextStep(handbook, closedBefore(handbook), Number.MAX_SAFE_INTEGER)
  switch (step.type) {
    case 'prompts':
      return { promptIds: step.prompts.map(({ id }) => id), rationale: step.rationale }
    case 'tick':
      return { promptIds: [step.prompt.id], rationale: 'satisfied by the pairs before it' }
    case 'close':
      return { promptIds: [], rationale: `Phase ${step.phase.number} close` }
    case 'finish':
      return { promptIds: [], rationale: 'nothing is open: a last critique of the whole product' }
  }
}

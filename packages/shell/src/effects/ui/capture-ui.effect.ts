/** Owns the record of CaptureUi. Repeated, the pictures are taken again and replace the earlier ones. */
import type { CaptureUi, Screen } from '@harness/core/effects/capture-ui'
import { counted } from '@harness/core/kernel/counted'
import { nameInRepository } from '../../store/layout/repository-names.ts'
import type { CheckPorts } from '../checks/check-ports.ts'
import { asRecorded, type Effect } from '../effect.ts'
import { commandFailed } from '../failure-endings.ts'
import { facts, line, oneLine } from '../progress-line.ts'
import { captureUi } from './capture-ui.ts'

export const captureUiEffect: Effect<CaptureUi, CheckPorts> = {
  type: 'CaptureUi',
  async perform(command, attempt, ports) {
    const outcome = await captureUi(command, attempt, ports)
    if (outcome.type !== 'UiCaptured') return outcome
    const named = (screen: Screen): Screen => ({
      ...screen,
      file: nameInRepository(ports.repoRoot, screen.file),
    })
    return { ...outcome, screens: outcome.screens.map(named) }
  },
  carriesNotes: true,
  started: () => line('review-ui', 'the product is started and looked at', { begins: true }),
  outcomes: {
    UiCaptured: {
      line: ({ screens }, { took }) =>
        line('review-ui', facts(`${counted(screens.length, 'picture')} of the product taken`, took)),
      log: ({ screens }) => `${screens.length} pictures`,
      replay: asRecorded,
    },
    UiNotCaptured: {
      line: ({ detail, next }) =>
        line('review-ui', `the product could not be looked at: ${oneLine(detail)}`, {
          tone: 'warn',
          detail: [`next: ${oneLine(next)}`],
        }),
      log: ({ reason, detail }) => `${reason}: ${detail}`,
      replay: asRecorded,
    },
    CommandFailed: commandFailed,
  },
}

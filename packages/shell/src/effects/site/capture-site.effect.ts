/** Owns the record of CaptureSite. A site changes and may be gone: a replay takes what was captured. */
import type { CaptureSite } from '@harness/core/effects/capture-site'
import { counted } from '@harness/core/kernel/counted'
import { nameInRepository } from '../../store/layout/repository-names.ts'
import { asRecorded, type Effect } from '../effect.ts'
import { commandFailed } from '../failure-endings.ts'
import type { LanePorts } from '../lanes/lane-ports.ts'
import { facts, line, oneLine } from '../progress-line.ts'
import { captureSite } from './capture-site.ts'

export const captureSiteEffect: Effect<CaptureSite, LanePorts> = {
  type: 'CaptureSite',
  async perform(command, attempt, ports) {
    const outcome = await captureSite(command, attempt, ports)
    if (outcome.type !== 'SiteCaptured') return outcome
    const named = (path: string): string => nameInRepository(ports.repoRoot, path)
    return {
      ...outcome,
      bundle: named(outcome.bundle),
      pages: outcome.pages.map((page) => ({ ...page, pictures: page.pictures.map(named) })),
    }
  },
  started: ({ url, limits }) =>
    line('capture', `at most ${counted(limits.maxPages, 'page')} of ${oneLine(url)} are captured`, {
      begins: true,
    }),
  underWay: ({ url }) => `captures ${oneLine(url)}`,
  resumes: ({ url }) => [`captures ${oneLine(url)}`],
  outcomes: {
    SiteCaptured: {
      line: ({ pages, passedOver, ended, bundle }, { took }) =>
        line('capture', facts(`${counted(pages.length, 'page')} captured`, notAll[ended], took), {
          detail: [
            ...pages.map(({ path, status, title }) => oneLine(`${path} (${status}) ${title}`)),
            ...(passedOver.length === 0
              ? []
              : [`${counted(passedOver.length, 'address', 'addresses')} passed over`]),
            `evidence: ${bundle}`,
          ],
        }),
      log: ({ pages }) => counted(pages.length, 'page'),
      replay: asRecorded,
    },
    SiteNotCaptured: {
      line: ({ detail, next }) =>
        line('capture', oneLine(detail), { tone: 'warn', detail: [`next: ${oneLine(next)}`] }),
      log: ({ reason, detail }) => `${reason}: ${detail}`,
      replay: asRecorded,
    },
    CommandFailed: commandFailed,
  },
}

const notAll = {
  all: null,
  pages: 'the limit of pages was reached',
  time: 'the limit of time was reached',
} as const

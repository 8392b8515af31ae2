/** Reads a site: resumes the unfinished run, or starts a new one. */
import type { AnyEvent } from '@harness/core/kernel/effect'
import { UserError } from '@harness/core/kernel/user-error'
import { siteCommand } from '@harness/core/playbooks/site-reverse/endings'
import type { SiteState } from '@harness/core/playbooks/site-reverse/state'
import { readSiteUrl } from '@harness/formats/documents/site/site-url'
import type { RunOutside } from '../../engine/conduct/run-outside.ts'
import type { DrivenRun } from '../../engine/drive-registered.ts'
import { startRun } from '../../engine/start-run.ts'
import { beginCommand, siteReverseSubject } from '../../store/layout/run-subject.ts'
import { siteReverseRegistration } from './registration.ts'
import { type AskedSite, siteInput } from './site-input.ts'

export interface StartSiteReverseOptions extends RunOutside {
  onEvent(event: AnyEvent, state: SiteState): void
  /** Aborted when the operator wants this process to let go. */
  readonly stop: AbortSignal
  /** A URL of null resumes the unfinished run. */
  readonly asked: Omit<AskedSite, 'url'> & { readonly url: string | null }
}

export function startSiteReverse({
  asked,
  ...options
}: StartSiteReverseOptions): Promise<DrivenRun<SiteState>> {
  const { url } = asked
  return startRun(
    siteReverseRegistration,
    { ...options, until: null },
    {
      subject: siteReverseSubject,
      command: beginCommand(siteReverseSubject),
      asked: { ...asked },
      async refuse(unfinished) {
        if (unfinished !== null) return
        if (url === null)
          throw new UserError('usage', 'No site is named, and no run of site-reverse is unfinished.', {
            next: 'Name its first page: harness site-reverse https://example.com',
          })
        await siteInput(options, { ...asked, url })
      },
      async guard({ input }) {
        const read = url === null ? null : readSiteUrl(url)
        if (read === null || (read.ok && read.url === input.url)) return
        throw new UserError('other-site-unfinished', `The unfinished run is about ${input.url}.`, {
          next: `Resume it: ${siteCommand(input)}; or abandon it: harness refuse ${siteReverseSubject} --give-up -m "why"`,
        })
      },
    },
  )
}

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inCheckout } from '@harness/core/effects/document-file'
import type { DocumentsEdited, EditDocuments } from '@harness/core/effects/edit-documents'
import type { OpenLane } from '@harness/core/effects/open-lane'
import type { DocumentsRead, ReadDocuments } from '@harness/core/effects/read-documents'
import { type BudgetLedger, emptyBudget } from '@harness/core/kernel/budget-ledger'
import { asLaneName, commandId, type RunId } from '@harness/core/kernel/ids'
import { definePlaybook, end, perform } from '@harness/core/kernel/playbook'
import type { AnyCodec } from '@harness/formats/documents/codec/document-codec'
import { textCodec } from '@harness/formats/documents/codec/text-codec'
import { expect, it } from 'vitest'
import { listCodec, type MarkEdit } from '../effects/documents/test-support/list-codec.ts'
import { systemClock } from '../machine/clock/clock-system.ts'
import { sampleOutside, sampleRepo } from '../test-support/sample-delivery.ts'
import type { Registration } from './registration.ts'
import { startRun } from './start-run.ts'

interface Input {
  readonly runId: RunId
  readonly baseBranch: string
}
interface State {
  readonly input: Input
  readonly isOpen: boolean
  readonly read: DocumentsRead<Contents>['documents'] | null
  readonly edited: DocumentsEdited | null
  readonly spent: BudgetLedger
}
type Contents = { readonly list: readonly string[]; readonly readme: string }

const lane = asLaneName('notes')
const list = [inCheckout('list.txt')]

/** Opens a lane, reads a list in the checkout and a file in the lane, and marks an item of the list. */
const notes: Registration<Input, State> = {
  playbook: definePlaybook<Input, State, OpenLane | ReadDocuments<Contents> | EditDocuments<MarkEdit>>({
    name: 'notes',
    version: 1,
    initialState: (input) => ({ input, isOpen: false, read: null, edited: null, spent: emptyBudget }),
    decide({ input: { runId, baseBranch }, isOpen, read, edited }) {
      const id = (phase: string) => commandId(runId, phase, 'notes', 1)
      if (!isOpen)
        return perform({ type: 'OpenLane', id: id('open'), lane, branch: 'harness/notes', baseBranch })
      if (read === null)
        return perform({
          type: 'ReadDocuments',
          id: id('read'),
          files: { list, readme: [{ place: 'lane', lane, path: 'package.json' }] },
          known: { list: null, readme: null },
          branch: null,
        })
      if (edited === null)
        return perform({
          type: 'EditDocuments',
          id: id('edit'),
          documents: { list: { files: list, expected: read.list.digest } },
          edits: [{ document: 'list', edit: { mark: 'a' } }],
          branch: null,
        })
      return end({ outcome: 'done', exitCode: 0, reason: '', next: '', resumable: false, report: '' })
    },
    evolve(state, event) {
      switch (event.type) {
        case 'LaneOpened':
          return { ...state, isOpen: true }
        case 'DocumentsRead':
          return { ...state, read: event.documents }
        case 'DocumentsEdited':
          return { ...state, edited: event }
        default:
          return state
      }
    },
  }),
  documents: {
    codecs: { list: listCodec as AnyCodec, readme: textCodec('plan') as AnyCodec },
    resume: 'harness resume',
  },
  begin: async (_outside, _asked, runId) => ({ runId, baseBranch: 'main' }),
  report: () => ({ title: 'notes', phase: 'reading' }),
}

it('a playbook with codecs and no effects of its own reads and edits documents in the checkout and in a lane', async () => {
  const repo = sampleRepo()
  writeFileSync(join(repo, 'list.txt'), '- a\n- b\n')
  const driven = await startRun(
    notes,
    {
      ...(await sampleOutside(repo)),
      clock: systemClock,
      ask: null,
      onEvent: () => {},
      stop: new AbortController().signal,
      until: null,
    },
    { subject: 'notes', command: 'harness notes', asked: {} },
  )
  expect(driven).toMatchObject({ exitCode: 0 })
  expect(driven.state.read).toMatchObject({
    list: { changed: { content: ['- a', '- b'] } },
    readme: { changed: { content: readFileSync(join(repo, 'package.json'), 'utf8') } },
  })
  expect(driven.state.edited).toMatchObject({ refused: [], digests: { list: expect.any(String) } })
  expect(readFileSync(join(repo, 'list.txt'), 'utf8')).toBe('x a\n- b\n')
})

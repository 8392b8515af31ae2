import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { inCheckout } from '@harness/core/effects/document-file'
import type { EditDocuments } from '@harness/core/effects/edit-documents'
import type { ReadDocuments } from '@harness/core/effects/read-documents'
import { describe, expect, it } from 'vitest'
import {
  firstAttempt,
  idOf,
  repeatedAttempt,
  type TargetRepo,
  targetRepo,
  testNow,
} from '../../test-support/target-repo.ts'
import { DocumentDesk } from './document-desk.ts'
import { editDocuments } from './edit-documents.ts'
import { readDocuments } from './read-documents.ts'
import { type ListEdit, listCodec } from './test-support/list-codec.ts'

const files = [inCheckout('list.txt'), inCheckout('count.txt')]
const readId = idOf('20260101-000000/read/list/1')
const editId = idOf('20260101-000000/edit/list/1')
const redact = (said: string): string => said.replaceAll('hush', '[redacted]')

const listed = (text = '- a\n- b hush\n'): TargetRepo => targetRepo({ 'list.txt': text })
const deskIn = (repo: TargetRepo) =>
  new DocumentDesk({ ...repo.ports(), redact }, { codecs: { list: listCodec }, resume: 'harness list' })

const reading = (known: string | null, branch: string | null = null): ReadDocuments => ({
  type: 'ReadDocuments',
  id: readId,
  files: { list: files },
  known: { list: known },
  branch,
})
const editing = (expected: string | null, ...edits: readonly ListEdit[]): EditDocuments => ({
  type: 'EditDocuments',
  id: editId,
  edits: edits.map((edit) => ({ document: 'list', files, expected, edit })),
  branch: null,
})
const digestIn = async (repo: TargetRepo): Promise<string> => {
  const outcome = await readDocuments(reading(null), firstAttempt, deskIn(repo))
  return outcome.type === 'DocumentsRead' ? (outcome.documents.list?.digest ?? '') : outcome.detail
}
const edited = (digest: string | null) => ({
  type: 'DocumentsEdited',
  at: testNow,
  commandId: editId,
  digests: { list: digest },
  refused: [],
})

describe('ReadDocuments', () => {
  it('brings a document back once, without secrets, and again only if it changed', async () => {
    const repo = listed()
    const desk = deskIn(repo)
    const digest = await digestIn(repo)
    const read = (changed: unknown) => ({
      type: 'DocumentsRead',
      at: testNow,
      commandId: readId,
      documents: { list: { digest: expect.any(String), changed } },
    })
    expect(await readDocuments(reading(null), firstAttempt, desk)).toEqual(
      read({ content: ['- a', '- b [redacted]'] }),
    )
    expect(await readDocuments(reading(digest), repeatedAttempt, desk)).toEqual(read(null))
    repo.write('list.txt', '- c\n')
    expect(await readDocuments(reading(digest), firstAttempt, desk)).toEqual(read({ content: ['- c'] }))
  })

  it('sees a change of any of its files', async () => {
    const repo = listed()
    const digest = await digestIn(repo)
    repo.write('count.txt', '2\n')
    expect(await digestIn(repo)).not.toBe(digest)
  })

  it('says that a document is missing', async () => {
    const repo = listed()
    const digest = await digestIn(repo)
    rmSync(join(repo.root, 'list.txt'))
    expect(await readDocuments(reading(digest), firstAttempt, deskIn(repo))).toMatchObject({
      documents: { list: { changed: { content: null } } },
    })
  })

  it('fails on mistakes, and says how to go on', async () => {
    expect(await readDocuments(reading(null), firstAttempt, deskIn(listed('?\n')))).toMatchObject({
      type: 'CommandFailed',
      code: 'handbook-invalid',
      next: expect.stringMatching(/; then go on: harness list$/),
    })
  })

  it('reads nothing on another branch', async () => {
    expect(await readDocuments(reading(null, 'other'), firstAttempt, deskIn(listed()))).toMatchObject({
      type: 'CommandFailed',
      code: 'checkout-moved',
      next: 'git switch other; then: harness resume',
    })
  })
})

describe('EditDocuments in place', () => {
  it('changes one byte and tells the digest that the document has then', async () => {
    const repo = listed()
    const before = await digestIn(repo)
    const outcome = await editDocuments(editing(before, { mark: 'a' }), firstAttempt, deskIn(repo))
    expect(repo.read('list.txt')).toBe('x a\n- b hush\n')
    expect(outcome).toEqual(edited(await digestIn(repo)))
  })

  it('is done if it stands there already: after a crash, or because a person did it', async () => {
    const repo = listed()
    const before = await digestIn(repo)
    await editDocuments(editing(before, { mark: 'a' }), firstAttempt, deskIn(repo))
    const after = await digestIn(repo)
    expect(await editDocuments(editing(after, { mark: 'a' }), repeatedAttempt, deskIn(repo))).toEqual(
      edited(after),
    )
    expect(repo.read('list.txt')).toBe('x a\n- b hush\n')
  })

  it('tells no digest if the document was edited meanwhile, and keeps that edit', async () => {
    const repo = listed()
    const before = await digestIn(repo)
    repo.write('list.txt', '- new\n- a\n')
    expect(await editDocuments(editing(before, { mark: 'a' }), firstAttempt, deskIn(repo))).toEqual(
      edited(null),
    )
    expect(repo.read('list.txt')).toBe('- new\nx a\n')
  })

  it('makes several edits in order, and knows the digest after the last', async () => {
    const repo = listed('- a\n- b\n')
    const edits = editing(await digestIn(repo), { mark: 'a' }, { mark: 'c' }, { mark: 'b' })
    const outcome = await editDocuments(edits, firstAttempt, deskIn(repo))
    expect(repo.read('list.txt')).toBe('x a\nx b\n')
    expect(outcome).toEqual({
      ...edited(await digestIn(repo)),
      refused: [{ edit: 1, reason: 'gone', detail: 'no c', problems: [] }],
    })
  })

  it('is not refused by a half saved document: that fails, and says what is wrong', async () => {
    expect(
      await editDocuments(editing(null, { mark: 'a' }), firstAttempt, deskIn(listed('?\n'))),
    ).toMatchObject({ type: 'CommandFailed', code: 'handbook-invalid' })
  })

  it('is refused if there is no document', async () => {
    const repo = listed()
    rmSync(join(repo.root, 'list.txt'))
    expect(await editDocuments(editing(null, { mark: 'a' }), firstAttempt, deskIn(repo))).toMatchObject({
      digests: {},
      refused: [{ edit: 0, reason: 'missing', detail: 'no list' }],
    })
  })
})

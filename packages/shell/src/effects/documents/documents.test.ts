import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
import { listCodec, type MarkEdit, type PagesEdit, pagesCodec } from './test-support/list-codec.ts'

const files = [inCheckout('list.txt'), inCheckout('count.txt')]
const readId = idOf('20260101-000000/read/list/1')
const editId = idOf('20260101-000000/edit/list/1')
const redact = (said: string): string => said.replaceAll('hush', '[redacted]')

const listed = (text = '- a\n- b hush\n'): TargetRepo => targetRepo({ 'list.txt': text })
const deskIn = (repo: TargetRepo) =>
  new DocumentDesk(
    { ...repo.ports(), redact },
    { codecs: { list: listCodec, pages: pagesCodec }, resume: 'harness list' },
  )

const reading = (known: string | null, branch: string | null = null): ReadDocuments => ({
  type: 'ReadDocuments',
  id: readId,
  files: { list: files },
  known: { list: known },
  branch,
})
const editing = (expected: string | null, ...edits: readonly MarkEdit[]): EditDocuments => ({
  type: 'EditDocuments',
  id: editId,
  documents: { list: { files, expected } },
  edits: edits.map((edit) => ({ document: 'list', edit })),
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
  written: [],
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
      next: expect.stringMatching(/; then resume: harness list$/),
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

  it('is done if it is there already: after a crash, or because a person did it', async () => {
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

describe('EditDocuments of whole files', () => {
  const pages = ['one.txt', 'two.txt', 'sub/three.txt'].map(inCheckout)
  const writing = (edit: PagesEdit, expected: string | null = null): EditDocuments => ({
    type: 'EditDocuments',
    id: editId,
    documents: { pages: { files: pages, expected } },
    edits: [{ document: 'pages', edit }],
    branch: null,
  })
  const write = (repo: TargetRepo, edit: PagesEdit, expected?: string | null) =>
    editDocuments(writing(edit, expected), firstAttempt, deskIn(repo))
  const texts = (repo: TargetRepo): readonly (string | null)[] =>
    pages.map(({ path }) => (existsSync(join(repo.root, path)) ? repo.read(path) : null))
  const digestOfPages = async (repo: TargetRepo): Promise<string | undefined> => {
    const command = { ...reading(null), files: { pages }, known: { pages: null } }
    const outcome = await readDocuments(command, firstAttempt, deskIn(repo))
    return outcome.type === 'DocumentsRead' ? outcome.documents.pages?.digest : undefined
  }

  it('writes, replaces and removes, and knows the digest after that', async () => {
    const repo = targetRepo({ 'one.txt': 'old\n', 'two.txt': 'old too\n' })
    const before = await digestOfPages(repo)
    const outcome = await write(repo, { pages: ['new\n', null, '3\n'], keepsOld: false }, before)
    expect(texts(repo)).toEqual(['new\n', null, '3\n'])
    expect(outcome).toEqual({
      type: 'DocumentsEdited',
      at: testNow,
      commandId: editId,
      digests: { pages: await digestOfPages(repo) },
      written: ['one.txt', 'sub/three.txt'],
      refused: [],
    })
    repo.write('two.txt', 'a person\n')
    expect(await write(repo, { pages: ['new\n'], keepsOld: false }, before)).toMatchObject({
      digests: { pages: null },
    })
  })

  it('compares a document without an edit, and tells only if it is another one', async () => {
    const repo = targetRepo({ 'one.txt': 'old\n' })
    const expected = (await digestOfPages(repo)) ?? null
    const compare = { ...writing({ pages: [], keepsOld: false }, expected), edits: [] }
    expect(await editDocuments(compare, firstAttempt, deskIn(repo))).toHaveProperty('digests', {})
    repo.write('two.txt', 'a person\n')
    expect(await editDocuments(compare, firstAttempt, deskIn(repo))).toMatchObject({
      digests: { pages: null },
    })
  })

  it('does not rewrite bytes that are no text', async () => {
    const repo = targetRepo({ 'one.txt': 'old\n' })
    const bytes = Buffer.from([0x23, 0xff, 0xfe])
    writeFileSync(join(repo.root, 'two.txt'), bytes)
    expect(await write(repo, { pages: ['new\n', 'new too\n'], keepsOld: false })).toMatchObject({
      type: 'CommandFailed',
      code: 'document-not-text',
    })
    expect([repo.read('one.txt'), readFileSync(join(repo.root, 'two.txt'))]).toEqual(['old\n', bytes])
  })

  it('keeps what it replaces beside it, once, however often it is repeated', async () => {
    const repo = targetRepo({ 'one.txt': 'old\n', 'two.txt': 'old too\n' })
    const edit: PagesEdit = { pages: ['new\n', null], keepsOld: true }
    expect(await write(repo, edit)).toMatchObject({
      notes: ['what was there before is kept in one.txt.aside and two.txt.aside'],
    })
    expect(repo.read('one.txt.aside')).toBe('old\n')
    // A crash between the two writes.
    repo.write('one.txt', 'old\n')
    const again = await editDocuments(writing(edit), repeatedAttempt, deskIn(repo))
    expect(again).toMatchObject({ written: ['one.txt'] })
    expect(existsSync(join(repo.root, 'one.txt.aside-2'))).toBe(false)
    expect(await write(repo, edit)).not.toHaveProperty('notes')
  })

  it('writes all or none: if one cannot be written, the others are as they were', async () => {
    const repo = targetRepo({ 'one.txt': 'old\n', sub: 'a file in the way\n' })
    const outcome = await write(repo, { pages: ['new\n', 'made\n', '3\n'], keepsOld: false })
    expect(outcome).toMatchObject({ type: 'CommandFailed' })
    expect([repo.read('one.txt'), existsSync(join(repo.root, 'two.txt'))]).toEqual(['old\n', false])
  })

  it('starts again if a person saves between the look and the write', async () => {
    const repo = targetRepo({ 'one.txt': 'old\n', 'two.txt': 'old too\n' })
    let saves = 1
    const saving: typeof pagesCodec = {
      ...pagesCodec,
      walk(text) {
        if (saves-- > 0) repo.write('two.txt', 'a person\n')
        return text
      },
    }
    const desk = new DocumentDesk(
      { ...repo.ports(), redact },
      { codecs: { pages: saving }, resume: 'harness pages' },
    )
    await editDocuments(writing({ pages: ['new\n', 'new too\n'], keepsOld: true }), firstAttempt, desk)
    expect(texts(repo)).toEqual(['new\n', 'new too\n', null])
    expect(repo.read('two.txt.aside')).toBe('a person\n')
  })
})

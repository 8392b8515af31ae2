/**
 * Owns what a list of edits makes of a mission's documents: the files as they are go in, the files that change come out.
 * Everything is compared with what stands there first, so that doing it twice changes nothing the second time.
 */
import { identityPath, missionPaths } from '@harness/core/playbooks/mission/mission-contents'
import type { DocumentEdit, RefusedEdit } from '@harness/core/playbooks/mission/mission-document'
import { hasRaw, printEscalation, printRaw, withIdentityLines } from '../../answers/mission/mission-texts.ts'
import { printPlanReview } from '../../answers/mission/plan-review-file.ts'
import {
  answeredRecord,
  firedFile,
  grantedFile,
  printRecord,
  printWaiting,
  recordFile,
  waitingFile,
} from './checkpoint-files.ts'
import { type ContractEdit, editContract, printContract } from './contract-file.ts'
import { editFeatures, type FeatureEdit, parseFeatures, printFeatures } from './features-file.ts'

/** Below `.harness/` of the repository, or in the user's data directory. */
export interface DocumentFile {
  readonly place: 'repository' | 'user'
  readonly path: string
}

/** Null if there is no such file. */
export type ReadDocument = (file: DocumentFile) => string | null

export interface ChangedDocument extends DocumentFile {
  /** Null to remove it. */
  readonly text: string | null
}

export interface EditedDocuments {
  readonly changed: readonly ChangedDocument[]
  readonly refused: readonly RefusedEdit[]
}

export function editDocuments(edits: readonly DocumentEdit[], read: ReadDocument): EditedDocuments {
  const desk = openDesk(read)
  const refused: RefusedEdit[] = []
  // Those of one file are made in one go: with a thousand features each reading counts.
  const ofFeatures: [number, FeatureEdit][] = []
  const ofContract: [number, ContractEdit][] = []
  edits.forEach((edit, at) => {
    switch (edit.type) {
      case 'plan':
        refused.push(...planned(edit, at, desk))
        break
      case 'feature':
      case 'add-feature':
        ofFeatures.push([at, edit])
        break
      case 'claim':
      case 'add-claim':
      case 'ruling':
        ofContract.push([at, edit])
        break
      default:
        apply(edit, desk)
    }
  })
  refused.push(...featuresEdited(ofFeatures, desk), ...contractEdited(ofContract, desk))
  return { changed: desk.changed(), refused: refused.sort((a, b) => a.edit - b.edit) }
}

type PlainEdit = Exclude<DocumentEdit, FeatureEdit | ContractEdit | { type: 'plan' }>

function apply(edit: PlainEdit, desk: Desk): void {
  const { checkpoints } = missionPaths
  switch (edit.type) {
    case 'plan-review':
      desk.write(missionPaths.planReview, printPlanReview(edit))
      return
    case 'escalation':
      desk.write(missionPaths.escalation, printEscalation(edit.escalation))
      return
    case 'escalation-settled':
      desk.write(missionPaths.escalation, null)
      return
    case 'checkpoint': {
      const { name } = edit.checkpoint
      // What was granted before anything was asked is no answer.
      desk.write(`${checkpoints}/${grantedFile(name)}`, null)
      desk.write(`${checkpoints}/${recordFile(name)}`, printRecord(edit.checkpoint, null))
      desk.write(`${checkpoints}/${waitingFile(name)}`, printWaiting(edit.checkpoint))
      desk.write(`${checkpoints}/${firedFile(name)}`, '')
      return
    }
    case 'checkpoint-answered': {
      const record = `${checkpoints}/${recordFile(edit.name)}`
      const { decision, reason } = edit
      desk.write(record, answeredRecord(desk.read(record) ?? '{}', { decision, reason }))
      desk.write(`${checkpoints}/${waitingFile(edit.name)}`, null)
      desk.write(`${checkpoints}/${grantedFile(edit.name)}`, null)
      return
    }
    case 'remember': {
      const raw = desk.read(missionPaths.raw) ?? ''
      if (!hasRaw(raw, edit.entry))
        desk.write(missionPaths.raw, [raw.trimEnd(), printRaw(edit.entry)].filter(isSaid).join('\n\n'))
      return
    }
    case 'curate':
      desk.write(missionPaths.summary, `${edit.summary.trimEnd()}\n`)
      desk.write(missionPaths.long, `${edit.long.trimEnd()}\n`)
      return
    case 'memory-aside':
      for (const path of [missionPaths.raw, missionPaths.summary, missionPaths.long])
        moveAside(desk, path, path.replace('/', `/${edit.to}/`))
      return
    case 'promote': {
      const file = { place: 'user', path: identityPath(edit.role) } as const
      desk.writeFile(file, withIdentityLines(desk.readFile(file) ?? '', edit.lines))
      return
    }
    case 'debug':
      desk.write(`${missionPaths.debug}/${edit.feature}.md`, `${edit.text.trimEnd()}\n`)
      return
  }
}

/** Once: if there is another text already, what stands here now was written since. */
function moveAside(desk: Desk, path: string, to: string): void {
  const text = desk.read(path)
  if (text === null || (desk.read(to) ?? text) !== text) return
  desk.write(to, text)
  desk.write(path, null)
}

const isSaid = (text: string): boolean => text !== ''

/** The contract is made first: features without one would claim assertions that do not exist. */
function planned(
  { contract, features, before, forget }: Extract<DocumentEdit, { type: 'plan' }>,
  at: number,
  desk: Desk,
): readonly RefusedEdit[] {
  const text = printFeatures(features)
  const there = desk.read(missionPaths.features)
  if (there !== null && there !== text && !hasFeatures(there, before))
    return [{ edit: at, detail: 'another program wrote features.json meanwhile' }]
  // What was said of another plan goes before this one comes: nobody has said it of this one.
  desk.write(missionPaths.planReview, null)
  for (const name of forget)
    for (const file of [firedFile(name), recordFile(name), waitingFile(name), grantedFile(name)])
      desk.write(`${missionPaths.checkpoints}/${file}`, null)
  desk.write(missionPaths.contract, printContract(contract))
  desk.write(missionPaths.features, text)
  return []
}

function hasFeatures(text: string, ids: readonly string[]): boolean {
  const read = parseFeatures(text, missionPaths.features)
  return read.ok && read.value.length === ids.length && read.value.every(({ id }, nth) => id === ids[nth])
}

function featuresEdited(
  edits: readonly (readonly [number, FeatureEdit])[],
  desk: Desk,
): readonly RefusedEdit[] {
  if (edits.length === 0) return []
  const text = desk.read(missionPaths.features)
  if (text === null) return edits.map(([edit]) => ({ edit, detail: 'features.json is gone' }))
  if (!parseFeatures(text, missionPaths.features).ok)
    return edits.map(([edit]) => ({ edit, detail: 'features.json can no longer be read' }))
  const edited = editFeatures(text, edits)
  desk.write(missionPaths.features, edited.text)
  return edited.refused
}

function contractEdited(
  edits: readonly (readonly [number, ContractEdit])[],
  desk: Desk,
): readonly RefusedEdit[] {
  if (edits.length === 0) return []
  const text = desk.read(missionPaths.contract)
  if (text === null) return edits.map(([edit]) => ({ edit, detail: 'the validation contract is gone' }))
  const edited = editContract(text, edits)
  desk.write(missionPaths.contract, edited.text)
  return edited.refused
}

interface Desk {
  read(path: string): string | null
  write(path: string, text: string | null): void
  readFile(file: DocumentFile): string | null
  writeFile(file: DocumentFile, text: string | null): void
  changed(): readonly ChangedDocument[]
}

/** Files as they were found, and as they have become. */
function openDesk(read: ReadDocument): Desk {
  const found = new Map<string, string | null>()
  const now = new Map<string, ChangedDocument>()
  const keyOf = ({ place, path }: DocumentFile): string => `${place}:${path}`
  const readFile = (file: DocumentFile): string | null => {
    const key = keyOf(file)
    const written = now.get(key)
    if (written !== undefined) return written.text
    if (!found.has(key)) found.set(key, read(file))
    return found.get(key) ?? null
  }
  const writeFile = (file: DocumentFile, text: string | null): void => {
    readFile(file)
    const before = found.get(keyOf(file)) ?? ''
    const isCrlf = before.includes('\r\n') && !/(?<!\r)\n/.test(before)
    now.set(keyOf(file), { ...file, text: isCrlf ? (text?.replace(/\r?\n/g, '\r\n') ?? null) : text })
  }
  const inRepository = (path: string): DocumentFile => ({ place: 'repository', path })
  return {
    readFile,
    writeFile,
    read: (path) => readFile(inRepository(path)),
    write: (path, text) => writeFile(inRepository(path), text),
    changed: () => [...now.values()].filter((file) => (found.get(keyOf(file)) ?? null) !== file.text),
  }
}

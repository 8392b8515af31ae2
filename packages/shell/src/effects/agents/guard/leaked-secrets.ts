/** Finds known secrets and real tokens in what an agent changed: they must get into no commit, let alone to a forge. */
import type { CommitHash } from '@harness/core/kernel/ids'
import type { Blob, Blobs } from '../../../machine/git/blobs.ts'
import type { ChangedEntry } from '../../../machine/git/changes.ts'
import { git } from '../../../machine/git/git.ts'
import { shownPath } from '../../../machine/git/path-text.ts'
import { safeRevision } from '../../../machine/git/refs.ts'
import { findTokens } from '../../../machine/redaction/find-tokens.ts'
import { latin1Literals, type Secret } from '../../../machine/redaction/literal-forms.ts'
import { literalSearch } from '../../../machine/redaction/literal-search.ts'
import { namedFew } from '../../../store/layout/named-few.ts'

export interface LeakRules {
  readonly secrets: readonly Secret[]
  /** Files and folders in which tokens are made up. */
  readonly fixtures: readonly string[]
}

/** Anything shorter stands in ordinary code too. */
const shortest = 8

interface Leak {
  readonly path: string
  /** From 1. */
  readonly line: number
  /** The name of the secret, or of the token's shape. */
  readonly name: string
  /** Texts of which each shows that the repository has it already. */
  readonly texts: readonly string[]
}

/** Why the staged change must not be committed; null if it holds nothing that `base` does not hold already. */
export async function whyLeaky(
  lane: string,
  base: CommitHash,
  staged: readonly ChangedEntry[],
  blobs: Blobs,
  { secrets, fixtures }: LeakRules,
): Promise<string | null> {
  const known = secrets.filter(({ value }) => value.length >= shortest)
  const valuesOf = (name: string) => known.filter((secret) => secret.name === name).map(({ value }) => value)
  const search = literalSearch(latin1Literals(known))
  const findValues: Find = (text) =>
    (search?.(text, true).matches ?? []).map(({ name, start }) => ({ name, start, texts: valuesOf(name) }))
  const findShapes: Find = (text) =>
    findTokens(text).map(({ name, start, text: token }) => ({ name, start, texts: [token] }))
  const values: Leak[] = []
  const tokens: Leak[] = []
  for (const entry of staged) {
    const blob = blobs.get(entry.object)
    if (blob === undefined) continue
    const before = blobs.get(entry.oldObject)
    values.push(...(await newOnes(entry.path, findValues, before, blob)))
    const isFixture = fixtures.some((place) => entry.path === place || entry.path.startsWith(`${place}/`))
    if (!isFixture) tokens.push(...(await newOnes(entry.path, findShapes, before, blob)))
  }
  const leaks = await notIn(lane, base, values)
  if (leaks.length > 0)
    return `the agent wrote the value of a secret of this machine into ${places(leaks)}; secrets do not belong into a repository`
  const real = await notIn(lane, base, tokens)
  return real.length === 0
    ? null
    : `the agent wrote what looks like a real key or token into ${places(real)}; if it is made up, add the file to redact.fixtures in the config of the harness and resume the run`
}

const places = (leaks: readonly Leak[]): string =>
  namedFew([...new Set(leaks.map(({ path, line, name }) => `${shownPath(path)}:${line} (${name})`))])

type Find = (
  text: string,
) => readonly { readonly name: string; readonly start: number; readonly texts: readonly string[] }[]

/** What the file has more of than before. */
async function newOnes(
  path: string,
  find: Find,
  before: Blob | undefined,
  after: Blob,
): Promise<readonly Leak[]> {
  const found: Leak[] = []
  await inParts(after, (text, linesBefore) => {
    for (const { name, start, texts } of find(text))
      found.push({ path, line: linesBefore + lineAt(text, start), name, texts })
  })
  if (found.length === 0 || before === undefined) return found
  const had: string[] = []
  await inParts(before, (text) => {
    had.push(...find(text).map(({ name, texts }) => keyOf(name, texts)))
  })
  return found.filter(({ name, texts }) => {
    const at = had.indexOf(keyOf(name, texts))
    if (at !== -1) had.splice(at, 1)
    return at === -1
  })
}

const keyOf = (name: string, texts: readonly string[]): string => JSON.stringify([name, ...texts])

const partBytes = 16 * 1024 * 1024
/** Longer than nearly every secret in any spelling. */
const overlap = 64 * 1024

/** Bytes as Latin-1: whatever the encoding of a file is, a value in ASCII is found in it. */
async function inParts(blob: Blob, look: (text: string, linesBefore: number) => void): Promise<void> {
  let linesBefore = 0
  for (let at = 0; at === 0 || at + overlap < blob.size; at += partBytes) {
    const text = (await blob.bytes(at, partBytes + overlap)).toString('latin1')
    look(text, linesBefore)
    linesBefore += countLines(text.slice(0, partBytes))
  }
}

function countLines(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

const lineAt = (text: string, at: number): number => countLines(text.slice(0, at)) + 1

/** Without those of which the base holds the text somewhere: the agent brought nothing that was not there. */
async function notIn(lane: string, base: CommitHash, leaks: readonly Leak[]): Promise<readonly Leak[]> {
  const known = new Map<string, boolean>()
  for (const text of new Set(leaks.flatMap(({ texts }) => texts)))
    known.set(text, !text.includes('\n') && (await holds(lane, base, text)))
  return leaks.filter(({ texts }) => !texts.some((text) => known.get(text) === true))
}

/** The text goes to git in a way that no other process can see. */
async function holds(lane: string, base: CommitHash, text: string): Promise<boolean> {
  const args = ['grep', '--quiet', '--fixed-strings', '--text', '-f', '-', safeRevision(base), '--']
  return (await git(lane, args, { stdin: `${text}\n` })).exitCode === 0
}

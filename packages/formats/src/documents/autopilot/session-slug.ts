/** Owns the name of a session, which names its folder and its branch, and the paths of the session's files. */
import { trapOf } from '@harness/core/kernel/contained-path'

const mostCharacters = 100

/** `docs/changes/security-scanner/proposal.md` becomes `changes--security-scanner--proposal`. */
export function sessionSlug(specPath: string): string {
  const path = specPath
    .trim()
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/')
  const slug = path
    .replace(/^docs\//i, '')
    .replace(/\.md$/i, '')
    .replace(/[/.]/g, '--')
    .toLowerCase()
    .replace(/[^a-z0-9_-]/g, '-')
  if (!/[a-z0-9]/.test(slug) || trapOf(slug) !== null) return `spec-${hashOf(path)}`
  return slug.length <= mostCharacters ? slug : `${slug.slice(0, mostCharacters - 8)}-${hashOf(path)}`
}

/** FNV-1a in seven digits: short names of two specs must differ, and stay the same for one. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(36).padStart(7, '0')
}

export const sessionDir = (slug: string): string => `.harness/sessions/${slug}/`

/** Version 1 had one session, outside of a folder for sessions. */
export const oldStateFile = '.harness/autopilot-state.json'

/** `phase` is the number of a phase, from 1. */
export interface SessionFiles {
  readonly state: string
  /** The tasks of the current phase. */
  readonly tasks: string
  readonly handoff: string
  readonly summary: string
  readonly learnings: string
  /** What a person wants of the phases. */
  readonly phases: string
  review(phase: number): string
  scratchpad(phase: number): string
}

export function sessionFiles(slug: string): SessionFiles {
  const dir = sessionDir(slug)
  return {
    state: `${dir}autopilot-state.json`,
    tasks: `${dir}state.json`,
    handoff: `${dir}handoff.json`,
    summary: `${dir}summary.md`,
    learnings: `${dir}learnings.md`,
    phases: `${dir}phases.json`,
    review: (phase) => `${dir}phase-${phase}-review.json`,
    scratchpad: (phase) => `${dir}scratchpad/phase-${phase}.md`,
  }
}

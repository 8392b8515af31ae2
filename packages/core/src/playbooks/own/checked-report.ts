/** Owns what must be true of the report of an own playbook. A config is a program that no compiler may have seen. */
import type { OwnReport } from './definition.ts'

/** Throws if lists and pages could not show it. */
export function checkedReport(report: OwnReport): Required<OwnReport> {
  const { title, phase, sections = [], fields = {} } = (report ?? {}) as Partial<OwnReport>
  if (!isText(title)) throw wrong('title', 'a text')
  if (!isText(phase)) throw wrong('phase', 'a text')
  if (!Array.isArray(sections) || !sections.every(isSection))
    throw wrong('sections', 'a list of {title, lines}, all of them texts')
  if (typeof fields !== 'object' || fields === null) throw wrong('fields', 'an object')
  return { title, phase, sections, fields }
}

const isText = (value: unknown): value is string => typeof value === 'string'

const isSection = ({ title, lines }: { readonly title?: unknown; readonly lines?: unknown }): boolean =>
  isText(title) && Array.isArray(lines) && lines.every(isText)

const wrong = (field: string, expected: string): Error =>
  new Error(`${field} of the report must be ${expected}`)
